#include "report/figures/step_timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "report/charts/algorithm_styles.hpp"
#include "report/charts/axis_ticks.hpp"
#include "report/charts/layouts.hpp"

namespace sparlab::report {
namespace {

using experiments::Record;
using experiments::TimelineSlice;
using nlohmann::ordered_json;

/// Kinds of slices, in the order of the legend and from dark to light.
constexpr std::array<std::string_view, 5> kCategories = {"forward", "backward", "update",
                                                         "selection", "exchange"};

std::string colour_of(std::string_view category) {
  const auto* const found = std::ranges::find(kCategories, category);
  return ordered_colour(static_cast<std::size_t>(found - kCategories.begin()), kCategories.size());
}

std::vector<std::string> lanes_of(const std::vector<const Record*>& records) {
  std::vector<std::string> lanes;
  for (const Record* record : records)
    for (const TimelineSlice& slice : record->timeline)
      if (std::ranges::find(lanes, slice.lane) == lanes.end()) lanes.push_back(slice.lane);
  return lanes;
}

/// The records at the place of the first one with the most ranks.
std::vector<const Record*> drawn_of(std::span<const Record> records) {
  const auto place = [](const Record& record) {
    const experiments::Point& point = record.point;
    return std::tie(point.experiment, point.sweep, point.platform, point.ranks, point.density);
  };
  const Record* most = nullptr;
  for (const Record& record : records)
    if (!record.timeline.empty() && (most == nullptr || record.point.ranks > most->point.ranks))
      most = &record;
  std::vector<const Record*> drawn;
  for (const Record& record : records)
    if (!record.timeline.empty() && place(record) == place(*most) && drawn.size() < kMostTimelines)
      drawn.push_back(&record);
  return drawn;
}

}  // namespace

std::vector<Chart> step_timelines(std::span<const Record> records) {
  const std::vector<const Record*> drawn = drawn_of(records);
  if (drawn.empty()) return {};
  const std::vector<std::string> lanes = lanes_of(drawn);
  Chart chart;
  chart.name = "timeline";
  double longest_s = 0;
  for (const Record* record : drawn) {
    ChartPanel& panel = chart.panels.emplace_back();
    panel.title =
        fmt::format("{}, {}", name_of(record->point.engine), record->point.algorithm.spec());
    Series boxes{{}, {"from_s", "to_s", "y from", "y to", "colour", "name"}, {}};
    for (const TimelineSlice& slice : record->timeline) {
      constexpr double kBar = 0.36;  // half of its height
      const auto lane = std::ranges::find(lanes, slice.lane) - lanes.begin();
      const auto row = static_cast<double>(static_cast<std::ptrdiff_t>(lanes.size()) - lane);
      boxes.rows.push_back({slice.begin_s, slice.end_s, row - kBar, row + kBar,
                            colour_of(slice.category), slice.name});
      longest_s = std::max(longest_s, slice.end_s);
    }
    panel.draw(std::move(boxes), {.kind = MarkKind::boxes, .colour = 5});
  }
  for (const std::string_view category : kCategories)
    chart.legend.push_back({Sample::box, std::string(category), {.colour = colour_of(category)}});
  const experiments::Point& point = drawn.front()->point;
  chart.title = fmt::format("A step of {}", point.step ? point.step->workload : point.sweep);
  chart.subtitle =
      fmt::format("slowest of {} ranks, platform {}, density {:.3g} %", point.ranks,
                  point.platform.empty() ? "mpi" : point.platform, 100 * point.density);
  chart.x = {"time", false, 0, longest_s, step_ticks(0, longest_s, "s")};
  std::vector<RowLabel> labels;
  for (const std::string& lane : lanes) labels.push_back({lane});
  lay_out_rows(chart, labels, drawn.size() == 1 ? 640 : 300);
  return {chart};
}

std::string chrome_trace(const Record& record) {
  constexpr double kMicroseconds = 1e6;
  std::map<std::string, int> threads;
  ordered_json events = ordered_json::array();
  const auto name = [&](const char* what, int thread, const std::string& text) {
    events.push_back(
        {{"name", what}, {"ph", "M"}, {"pid", 0}, {"tid", thread}, {"args", {{"name", text}}}});
  };
  name("process_name", 0, fmt::format("slowest of {} ranks", record.point.ranks));
  for (const TimelineSlice& slice : record.timeline) {
    const auto [thread, fresh] = threads.emplace(slice.lane, static_cast<int>(threads.size()));
    if (fresh) name("thread_name", thread->second, slice.lane);
    events.push_back({{"name", slice.name},
                      {"cat", slice.category},
                      {"ph", "X"},
                      {"pid", 0},
                      {"tid", thread->second},
                      {"ts", slice.begin_s * kMicroseconds},
                      {"dur", (slice.end_s - slice.begin_s) * kMicroseconds}});
  }
  return ordered_json{{"traceEvents", events}, {"displayTimeUnit", "ms"}}.dump(
             -1, ' ', false, ordered_json::error_handler_t::replace) +
         '\n';
}

}  // namespace sparlab::report
