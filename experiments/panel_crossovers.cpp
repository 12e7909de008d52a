#include "experiments/panel_crossovers.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "experiments/standing.hpp"

namespace sparlab::experiments {
namespace {

std::vector<double> samples_of(const Record* record) {
  if (record == nullptr) return {};
  return record->samples_s.empty() ? std::vector{record->time_s} : record->samples_s;
}

/// One sampled point for each positive position; `pick(position)` gives the two records.
template <class Pick>
std::vector<model::SampledCrossover> crossovers(const Panel& panel, Pick pick) {
  std::vector<model::SampledPoint> points;
  for (const double position : panel.positions) {
    if (!(position > 0)) continue;
    const auto [a, b] = pick(position);
    points.push_back({position, samples_of(a), samples_of(b)});
  }
  return model::find_sampled_crossovers(points);
}

/// Where `next` overtakes within [last, first]; the middle of the bracket if the times only touch.
double boundary(const Panel& panel, Engine engine, const AlgorithmPair& pair, double last,
                double first) {
  for (const auto& found : crossovers_of(panel, engine, pair))
    if (found.crossing.at >= last && found.crossing.at <= first) return found.crossing.at;
  return last > 0 ? std::sqrt(last * first) : first;
}

}  // namespace

std::vector<model::SampledCrossover> crossovers_of(const Panel& panel, Engine engine,
                                                   const AlgorithmPair& pair) {
  if (!has_both(panel, engine, pair)) return {};
  const Series* const first = panel.find(engine, pair.first);
  const Series* const second = panel.find(engine, pair.second);
  return crossovers(panel, [&](double position) {
    return std::pair{first->at(panel.axis, position), second->at(panel.axis, position)};
  });
}

std::vector<model::SampledCrossover> sparse_dense_crossovers(const Panel& panel, Engine engine) {
  return crossovers(panel, [&](double position) {
    const auto standing = standing_at(panel, engine, position);
    return standing ? std::pair{standing->best_sparse, standing->best_dense}
                    : std::pair<const Record*, const Record*>{};
  });
}

bool has_both(const Panel& panel, Engine engine, const AlgorithmPair& pair) {
  return panel.find(engine, pair.first) != nullptr && panel.find(engine, pair.second) != nullptr;
}

bool has_sparse_and_dense(const Panel& panel, Engine engine) {
  const auto any = [&](bool dense) {
    return std::ranges::any_of(panel.series, [&](const Series& one) {
      return one.engine == engine && is_dense(one.algorithm) == dense;
    });
  };
  return any(true) && any(false);
}

std::vector<WinnerRange> winner_ranges(const Panel& panel, Engine engine) {
  std::vector<WinnerRange> ranges;
  for (const double position : panel.positions) {
    const std::optional<Standing> standing = standing_at(panel, engine, position);
    if (!standing) continue;
    if (!ranges.empty() && standing->leads(ranges.back().algorithm)) {
      ranges.back().last = ranges.back().until = position;
      continue;
    }
    const std::string& winner = standing->winner().point.algorithm;
    if (!ranges.empty()) {
      WinnerRange& before = ranges.back();
      before.until = boundary(panel, engine, {before.algorithm, winner}, before.last, position);
    }
    ranges.push_back({winner, position, position, position});
  }
  return ranges;
}

std::vector<AlgorithmPair> successive_winners(const Panel& panel) {
  std::vector<std::pair<double, AlgorithmPair>> found;
  for (const Engine engine : panel.engines()) {
    const std::vector<WinnerRange> ranges = winner_ranges(panel, engine);
    for (std::size_t i = 0; i + 1 < ranges.size(); ++i) {
      const AlgorithmPair pair{ranges[i].algorithm, ranges[i + 1].algorithm};
      const bool known = std::ranges::any_of(found, [&](const auto& item) {
        return item.second == pair || item.second == AlgorithmPair{pair.second, pair.first};
      });
      if (!known) found.emplace_back(ranges[i].until, pair);
    }
  }
  std::ranges::stable_sort(found, {}, [](const auto& item) { return item.first; });
  std::vector<AlgorithmPair> pairs;
  for (auto& [where, pair] : found) pairs.push_back(std::move(pair));
  return pairs;
}

}  // namespace sparlab::experiments
