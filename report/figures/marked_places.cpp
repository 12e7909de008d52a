#include "report/figures/marked_places.hpp"

#include <fmt/format.h>

namespace sparlab::report {

void mark_places(Chart& chart, std::string heading, const std::vector<MarkedPlace>& places) {
  if (places.empty()) return;
  chart.list_heading = std::move(heading);
  Series series{{"numbered"}, {"x", "y", "number"}, {}};
  Series bars{{"numbered"}, {"x from", "x to", "y from", "y to"}, {}};
  for (const MarkedPlace& place : places) {
    const std::string number = std::to_string(chart.list.size() + 1);
    chart.list.push_back({fmt::format("{} {}", number, place.text), place.place});
    series.rows.push_back({place.x, place.y, number});
    // Shorter bars would be inside the circle.
    if (place.low > 0 && place.high > 1.05 * place.low)
      bars.rows.push_back({place.low, place.high, place.y, place.y});
  }
  ChartPanel& panel = chart.panels.front();
  panel.draw_outlined(std::move(bars));
  const std::size_t added = panel.add(std::move(series));
  panel.marks.push_back({.kind = MarkKind::points,
                         .series = added,
                         .style = {.width = 1.2, .symbol = 6, .size = 1.7}});
  panel.marks.push_back({.kind = MarkKind::labels,
                         .series = added,
                         .text = 3,
                         .lettering = {.bold = true, .boxed = true, .below = 19.5}});
}

void add_crossing(Chart& chart, const MarkedCrossing& crossing) {
  std::vector<Guide>& guides = chart.panels.front().guides;
  if (crossing.low < crossing.high)
    guides.push_back({true, crossing.low, crossing.high, {.colour = "0xF3F3F3"}});
  guides.push_back({true, crossing.at, crossing.at, crossing.style});
}

}  // namespace sparlab::report
