#include "experiments/report/drawn_panel.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "experiments/report/standing.hpp"

namespace sparlab::experiments {
namespace {

/// For each algorithm, the minimum ratio of its time to that of the fastest one.
std::map<std::string, double> nearness(const Panel& panel) {
  std::map<std::string, double> nearest;
  for (const std::string& algorithm : panel.algorithms())
    nearest[algorithm] = std::numeric_limits<double>::infinity();
  for (const Engine engine : panel.engines())
    for (const double position : panel.positions) {
      const auto standing = standing_at(panel, engine, position);
      if (!standing || !(standing->winner().time_s > 0)) continue;
      for (const Record* record : standing->fastest_first) {
        double& least = nearest[record->point.algorithm.spec()];
        least = std::min(least, record->time_s / standing->winner().time_s);
      }
    }
  return nearest;
}

/// The algorithms of a panel beyond the `most` best, which are not drawn.
std::vector<std::string> beyond(const Panel& panel, std::size_t most) {
  std::vector<std::string> algorithms = panel.algorithms();
  if (algorithms.size() <= most) return {};
  const auto near = nearness(panel);
  std::ranges::stable_sort(algorithms, {},
                           [&](const std::string& algorithm) { return near.at(algorithm); });
  algorithms.erase(algorithms.begin(), algorithms.begin() + static_cast<std::ptrdiff_t>(most));
  return algorithms;
}

}  // namespace

Panel drawn_panel(const Panel& panel) {
  Panel drawn = panel;
  for (const auto& [part, most] : {std::pair{panel.exact(), kMostDrawnExact},
                                   std::pair{panel.approximate(), kMostDrawnApproximate}})
    for (const std::string& left_out : beyond(part, most))
      std::erase_if(drawn.series,
                    [&](const Series& series) { return series.algorithm == left_out; });
  return drawn;
}

}  // namespace sparlab::experiments
