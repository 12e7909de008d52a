#include "report/figures/tightness_figure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "analysis/results/panel.hpp"
#include "analysis/results/point_identity.hpp"
#include "experiments/spec/points/engine.hpp"
#include "model/base/order_statistics.hpp"
#include "report/charts/layouts.hpp"

namespace sparlab::report {
namespace {

/// Okabe and Ito's blue, vermilion and green; grey for engines beyond these.
constexpr std::array<std::string_view, 4> kEngineColours = {"0x0072B2", "0xD55E00", "0x009E73",
                                                            "0x777777"};

using Ratios = std::map<std::pair<std::size_t, std::size_t>, std::vector<double>>;

/// The bounded records in the order in which rows show them.
struct Drawn {
  std::vector<std::string> algorithms;  ///< in the order of the registry
  std::vector<experiments::Engine> engines;
  std::size_t left_out = 0;  ///< algorithms
};

Drawn drawn_of(const std::vector<analysis::BoundedRecord>& records) {
  std::set<std::string> algorithms;
  std::set<experiments::Engine> engines;
  for (const analysis::BoundedRecord& record : records) {
    if (record.nearest() == nullptr) continue;
    algorithms.insert(record.record->point.algorithm.spec());
    engines.insert(record.record->point.engine);
  }
  Drawn drawn;
  drawn.algorithms = analysis::in_registry_order(algorithms);
  if (drawn.algorithms.size() > kMostTightnessRows) {
    drawn.left_out = drawn.algorithms.size() - kMostTightnessRows;
    drawn.algorithms.resize(kMostTightnessRows);
  }
  drawn.engines.assign(engines.begin(), engines.end());
  return drawn;
}

/// Time over the largest bound of one form, by row and engine.
Ratios ratios_of(const std::vector<analysis::BoundedRecord>& records, const Drawn& drawn,
                 bool proved) {
  Ratios ratios;
  for (const analysis::BoundedRecord& record : records) {
    const model::BoundCheck* const largest =
        proved ? record.nearest() : largest_bound(record.checks, false);
    const experiments::Point& point = record.record->point;
    const auto row = std::ranges::find(drawn.algorithms, point.algorithm.spec());
    if (largest == nullptr || row == drawn.algorithms.end()) continue;
    const auto engine = std::ranges::find(drawn.engines, point.engine);
    ratios[{static_cast<std::size_t>(row - drawn.algorithms.begin()) + 1,
            static_cast<std::size_t>(engine - drawn.engines.begin())}]
        .push_back(largest->tightness);
  }
  return ratios;
}

std::string_view colour_of(std::size_t engine) {
  return kEngineColours[std::min(engine, kEngineColours.size() - 1)];
}

std::string subtitle_of(const std::vector<analysis::BoundedRecord>& records) {
  std::set<std::string> platforms;
  std::set<std::uint64_t> ranks;
  for (const analysis::BoundedRecord& record : records) {
    if (record.nearest() == nullptr) continue;
    platforms.insert(analysis::platform_name(record.record->point));
    ranks.insert(record.record->point.ranks);
  }
  const std::string where = platforms.size() <= 3 ? fmt::format("{}", fmt::join(platforms, ", "))
                                                  : fmt::format("{} platforms", platforms.size());
  if (*ranks.begin() == *ranks.rbegin()) return fmt::format("{}; P = {}", where, *ranks.begin());
  return fmt::format("{}; P = {} to {}", where, *ranks.begin(), *ranks.rbegin());
}

}  // namespace

std::optional<Chart> tightness_figure(const std::vector<analysis::BoundedRecord>& records,
                                      const std::string& name) {
  if (std::ranges::none_of(records, [](const analysis::BoundedRecord& record) {
        return record.nearest() != nullptr;
      }))
    return std::nullopt;
  const Drawn drawn = drawn_of(records);
  constexpr double kBroken = 1 - 1e-9;
  double least = 1;
  double greatest = 1;
  bool broken = false;
  Chart chart;
  chart.name = name;
  chart.command = "validate --output";
  const Style cross{.colour = "0xB2182B", .width = 1.4, .symbol = 2, .size = 0.7};
  for (const bool proved : {true, false}) {
    const Ratios ratios = ratios_of(records, drawn, proved);
    if (ratios.empty()) continue;
    Series rows{{},
                {"least", "greatest", "first quartile", "third quartile", "y", "from", "to",
                 "median", "colour", "what"},
                {}};
    Series below{{}, {"least", "y"}, {}};
    std::size_t points = 0;
    std::size_t count_below = 0;
    for (const auto& [place, values] : ratios) {
      const auto [row, engine] = place;
      const auto [smallest, largest] = std::ranges::minmax(values);
      least = std::min(least, smallest);
      greatest = std::max(greatest, largest);
      points += values.size();
      count_below += static_cast<std::size_t>(
          std::ranges::count_if(values, [](double value) { return value < kBroken; }));
      // Engines are drawn one below the other, around the middle of the row.
      const auto engines = static_cast<double>(drawn.engines.size());
      const double y = static_cast<double>(drawn.algorithms.size() - row) + 1.375 -
                       0.75 * (static_cast<double>(engine) + 0.5) / engines;
      const double half = 0.32 / engines;
      rows.rows.push_back(
          {smallest, largest, model::quantile(values, 0.25), model::quantile(values, 0.75), y,
           y - half, y + half, model::median(values), colour_of(engine),
           fmt::format("{}, {}", drawn.algorithms[row - 1], name_of(drawn.engines[engine]))});
      if (smallest < kBroken) below.rows.push_back({smallest, y});
    }
    broken = broken || count_below > 0;
    ChartPanel& panel = chart.panels.emplace_back();
    panel.title = proved ? "largest proved bound" : "largest published bound";
    panel.subtitle = fmt::format("{} records, {} broken", points, count_below);
    const std::size_t all = panel.add(std::move(rows));
    const Style white{.colour = "0xFFFFFF", .width = 1.6};
    panel.marks = {{.kind = MarkKind::segments, .series = all, .places = {1, 2, 5, 5}, .colour = 9},
                   {.kind = MarkKind::boxes, .series = all, .places = {3, 4, 6, 7}, .colour = 9},
                   {MarkKind::segments, all, {.width = 4}, {8, 8, 6, 7}, 9},
                   {MarkKind::segments, all, white, {8, 8, 6, 7}}};
    panel.draw(std::move(below), {.kind = MarkKind::points, .style = cross});
  }
  constexpr double kMargin = 1.25;
  chart.x = {"time / bound", true, least / kMargin, greatest * kMargin, {}};
  chart.x.ticks = unit_ticks(chart.x.from, chart.x.to, "");
  std::vector<RowLabel> labels;
  for (const std::string& algorithm : drawn.algorithms) labels.push_back({algorithm});
  for (std::size_t i = 0; i < drawn.engines.size(); ++i)
    chart.legend.push_back({Sample::box, std::string(name_of(drawn.engines[i])),
                            Style{.colour = std::string(colour_of(i))}});
  if (broken) chart.legend.push_back({Sample::symbol, "broken", cross});
  for (ChartPanel& panel : chart.panels) {
    // Below 1 a time would beat its bound.
    panel.guides = {{true, chart.x.from, 1, {.colour = "0xF6E3E0"}},
                    {true, 1, 1, {.colour = "0x555555", .width = 1.2}}};
    for (std::size_t i = 1; i < labels.size(); ++i) {
      const double between = static_cast<double>(i) + 0.5;
      panel.guides.push_back({false, between, between, {.colour = "0xE4E4E4", .width = 0.4}});
    }
  }
  chart.title = "How near the times of one allreduce come to lower bounds";
  chart.subtitle = subtitle_of(records);
  chart.notes = {fmt::format(
      "line: least to greatest; box: quartiles; white: median{}",
      drawn.left_out == 0 ? "" : fmt::format("; not drawn: {} more algorithms", drawn.left_out))};
  lay_out_rows(chart, labels, 330, 9 * static_cast<double>(drawn.engines.size()) + 7);
  return chart;
}

}  // namespace sparlab::report
