#include "analysis/results/filled_panel.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/results/axis_steps.hpp"
#include "analysis/results/model_times.hpp"

namespace sparlab::analysis {
namespace {

std::set<std::uint64_t> ranks_between(std::uint64_t first, std::uint64_t last) {
  constexpr std::uint64_t kMost = 64;
  std::set<std::uint64_t> ranks;
  if (last - first <= kMost) {
    for (std::uint64_t p = first; p <= last; ++p) ranks.insert(p);
    return ranks;
  }
  const double ratio = static_cast<double>(last) / static_cast<double>(first);
  for (std::uint64_t i = 0; i < kMost; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(kMost);
    ranks.insert(static_cast<std::uint64_t>(
        std::llround(static_cast<double>(first) * std::pow(ratio, share))));
  }
  for (std::uint64_t power = 2; power + 1 < last; power *= 2)
    if (power > first) ranks.insert({power - 1, power, power + 1});
  return ranks;
}

}  // namespace

FilledPanel::FilledPanel(const Panel& panel) : panel_(panel) {
  if (panel.axis != Axis::ranks || panel.positions.size() < 2) return;
  ModelTimes times(panel);
  if (!times.obstacle().empty()) return;
  const std::set<std::uint64_t> ranks =
      ranks_between(static_cast<std::uint64_t>(panel.positions.front()),
                    static_cast<std::uint64_t>(panel.positions.back()));
  for (Series& series : panel_.series) {
    if (series.engine != experiments::Engine::model) continue;
    if (!std::ranges::all_of(series.records, [&](const experiments::Record* record) {
          return times.reproduces(*record);
        }))
      continue;
    const experiments::Point& like = series.records.front()->point;
    const std::uint64_t first = step_of(like, Axis::ranks);
    const std::uint64_t last = step_of(series.records.back()->point, Axis::ranks);
    for (const std::uint64_t p : ranks) {
      if (p <= first || p >= last) continue;
      if (series.at(Axis::ranks, static_cast<double>(p)) != nullptr) continue;
      const double seconds = times.seconds(series.algorithm, p);
      if (!std::isfinite(seconds)) continue;
      experiments::Record& record = computed_.emplace_back();
      record.point = point_at(like, Axis::ranks, p, 0);
      record.time_s = seconds;
      series.records.push_back(&record);
    }
    std::ranges::sort(series.records, {},
                      [](const experiments::Record* record) { return record->point.ranks; });
  }
}

}  // namespace sparlab::analysis
