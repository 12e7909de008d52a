#include "experiments/report/panel_crossovers.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "experiments/report/standing.hpp"

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

/// Where the second of a pair overtakes the first, which won the range before: the last such
/// crossover up to `first`, the position at which the second wins, but not before the last position
/// that the first leads (it may lead by a tie there). If the times only touch, the middle between
/// `first` and that position.
double boundary(const Panel& panel, Engine engine, const AlgorithmPair& pair,
                const WinnerRange& before, double first) {
  double found = before.last > 0 ? std::sqrt(before.last * first) : first;
  for (const auto& [crossing, lo, hi, support] : crossovers_of(panel, engine, pair))
    if (!crossing.a_wins_after && crossing.at >= before.first && crossing.at <= first)
      found = std::max(crossing.at, before.last);
  return found;
}

/// Of those that share the first place at `begin`, the one that keeps it longest, and where it has
/// lost it.
std::pair<std::string, std::size_t> longest_lead(
    const std::vector<std::pair<double, Standing>>& standings, std::size_t begin) {
  std::pair<std::string, std::size_t> longest{"", begin};
  const Standing& start = standings[begin].second;
  for (std::size_t i = 0; i < start.tied; ++i) {
    const std::string& algorithm = start.fastest_first[i]->point.algorithm;
    std::size_t end = begin + 1;
    while (end < standings.size() && standings[end].second.leads(algorithm)) ++end;
    if (end > longest.second) longest = {algorithm, end};
  }
  return longest;
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
  std::vector<std::pair<double, Standing>> standings;
  for (const double position : panel.positions)
    if (auto standing = standing_at(panel, engine, position))
      standings.emplace_back(position, std::move(*standing));

  std::vector<WinnerRange> ranges;
  for (std::size_t begin = 0; begin < standings.size();) {
    const auto [algorithm, end] = longest_lead(standings, begin);
    const double first = standings[begin].first;
    const double last = standings[end - 1].first;
    if (!ranges.empty()) {
      WinnerRange& before = ranges.back();
      before.until = boundary(panel, engine, {before.algorithm, algorithm}, before, first);
    }
    ranges.push_back({algorithm, first, last, last});
    begin = end;
  }
  return ranges;
}

const std::string& winner_at(const std::vector<WinnerRange>& ranges, double position) {
  return std::ranges::find_if(ranges, [&](const auto& range) { return position <= range.last; })
      ->algorithm;
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
