#include "analysis/results/crossovers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "analysis/results/axis_steps.hpp"
#include "analysis/results/model_times.hpp"
#include "analysis/results/standing.hpp"
#include "base/text/text_table.hpp"
#include "model/analysis/crossover.hpp"

namespace sparlab::analysis {
namespace {

/// Two records at one position, or nulls if they cannot be compared.
using Compared = std::pair<const experiments::Record*, const experiments::Record*>;
using Compare = std::function<Compared(double position)>;

std::vector<double> samples_of(const experiments::Record* record) {
  if (record == nullptr) return {};
  return record->samples_s.empty() ? std::vector{record->time_s} : record->samples_s;
}

/// The positions between which the times cross.
std::vector<PanelCrossover> observed(const Panel& panel, const Compare& compare) {
  std::vector<model::SampledPoint> points;
  for (const double position : panel.positions) {
    if (!(position > 0)) continue;
    const auto [a, b] = compare(position);
    points.push_back({position, samples_of(a), samples_of(b)});
  }
  std::vector<PanelCrossover> found;
  for (const auto& [crossing, lowest, highest, support] : model::find_sampled_crossovers(points)) {
    // Times between two positions were not measured, so the interval ends at positions.
    PanelCrossover one{crossing.at, crossing.lo, crossing.hi, support, crossing.a_wins_after};
    for (const model::SampledPoint& point : points)
      if (point.x <= lowest) one.lo = std::min(crossing.lo, point.x);
    for (auto point = points.rbegin(); point != points.rend(); ++point)
      if (point->x >= highest) one.hi = std::max(crossing.hi, point->x);
    found.push_back(one);
  }
  return found;
}

/// Steps between two neighbouring positions at which the closed form is evaluated, since a curve
/// may cross another one twice in between: eight, or, where the curves are not `close`, eight in a
/// doubling at most. Crossings between two steps are located by bisection.
std::vector<std::uint64_t> steps_between(std::uint64_t lo, std::uint64_t hi, bool close) {
  constexpr double kParts = 8;
  const double ratio = static_cast<double>(hi) / static_cast<double>(lo);
  const double parts =
      close ? kParts : std::clamp(std::ceil(kParts * std::log2(ratio)), 1.0, kParts);
  std::vector<std::uint64_t> steps;
  for (double part = 1; part <= parts; ++part) {
    const double value = std::round(static_cast<double>(lo) * std::pow(ratio, part / parts));
    const std::uint64_t step =
        part == parts ? hi : std::clamp(static_cast<std::uint64_t>(value), lo, hi);
    if (step > (steps.empty() ? lo : steps.back())) steps.push_back(step);
  }
  return steps;
}

/// True if two curves may meet between two steps although one is faster at both, where the ratio of
/// their times is at least `apart` at each: if this is less than what a curve changes in between
/// when it grows quadratically.
bool may_meet(double apart, std::uint64_t lo, std::uint64_t hi) {
  const double change = 2 * std::log(static_cast<double>(hi) / static_cast<double>(lo));
  return !(std::abs(std::log(apart)) > change);
}

/// The minimum time of some algorithms at each step.
class LeastTimes {
 public:
  LeastTimes(ModelTimes& times, std::vector<std::string> algorithms)
      : times_(times), algorithms_(std::move(algorithms)) {}

  /// Leaves out, between two steps, the algorithms that cannot be the fastest there.
  void narrow(std::uint64_t lo, std::uint64_t hi) {
    const double least_lo = at(lo);
    const double least_hi = at(hi);
    std::vector<std::string>& kept = candidates_[hi];
    for (const std::string& algorithm : algorithms_) {
      const double apart = std::fmin(times_.seconds(algorithm, lo) / least_lo,
                                     times_.seconds(algorithm, hi) / least_hi);
      if (may_meet(apart, lo, hi)) kept.push_back(algorithm);
    }
  }

  double at(std::uint64_t step) const {
    const auto found = candidates_.lower_bound(step);
    double least = std::numeric_limits<double>::quiet_NaN();
    for (const std::string& algorithm : found == candidates_.end() ? algorithms_ : found->second)
      least = std::fmin(least, times_.seconds(algorithm, step));
    return least;
  }

 private:
  ModelTimes& times_;
  std::vector<std::string> algorithms_;
  std::map<std::uint64_t, std::vector<std::string>> candidates_;  ///< of the steps up to this one
};

/// Crossings of the closed form over the compared positions: the minimum times of one group of
/// algorithms against those of another. nullopt if the closed form cannot be evaluated or does not
/// reproduce a record.
std::optional<std::vector<PanelCrossover>> solve(const Panel& panel, const Compare& compare,
                                                 const std::vector<std::string>& first,
                                                 const std::vector<std::string>& second,
                                                 ModelTimes& times) {
  if (!times.obstacle().empty()) return std::nullopt;
  LeastTimes least_first(times, first);
  LeastTimes least_second(times, second);
  const auto time_of = [](const LeastTimes& least) -> model::TimeOf {
    return [&least](double step) { return least.at(static_cast<std::uint64_t>(step)); };
  };
  std::vector<PanelCrossover> found;
  std::vector<std::uint64_t> steps;
  const auto add_crossovers = [&] {
    for (const auto& [at, lo, hi, first_wins_after] :
         model::find_integer_crossovers(time_of(least_first), time_of(least_second), steps)) {
      const double before = position_of(static_cast<std::uint64_t>(lo), panel.axis, panel.universe);
      const double after = position_of(static_cast<std::uint64_t>(hi), panel.axis, panel.universe);
      found.push_back({after, before, after, 1, first_wins_after});
    }
    steps.clear();
  };
  for (const double position : panel.positions) {
    const auto [a, b] = compare(position);
    if (!(position > 0) || a == nullptr || b == nullptr) {
      add_crossovers();
      continue;
    }
    if (!times.reproduces(*a) || !times.reproduces(*b)) return std::nullopt;
    const std::uint64_t step = step_of(a->point, panel.axis);
    if (steps.empty()) steps.push_back(step);
    const std::uint64_t before = steps.back();
    const double apart_before = least_first.at(before) / least_second.at(before);
    const double apart = least_first.at(step) / least_second.at(step);
    const bool close = may_meet(apart_before, before, step) || may_meet(apart, before, step);
    if (step > before) {
      least_first.narrow(before, step);
      least_second.narrow(before, step);
    }
    for (const std::uint64_t between : steps_between(before, step, close)) steps.push_back(between);
  }
  add_crossovers();
  return found;
}

Compare records_of(const Panel& panel, experiments::Engine engine, const AlgorithmPair& pair) {
  const Series* const first = panel.find(engine, pair.first);
  const Series* const second = panel.find(engine, pair.second);
  return [&panel, first, second](double position) -> Compared {
    if (first == nullptr || second == nullptr) return {};
    const experiments::Record* const a = first->at(panel.axis, position);
    const experiments::Record* const b = second->at(panel.axis, position);
    return a != nullptr && b != nullptr ? Compared{a, b} : Compared{};
  };
}

Compare best_of_families(const Panel& panel, experiments::Engine engine) {
  return [&panel, engine, coverage = Coverage(panel, engine)](double position) -> Compared {
    if (!coverage.can_judge(position)) return {};
    const auto standing = standing_at(panel, engine, position);
    if (standing->best_sparse == nullptr || standing->best_dense == nullptr) return {};
    return {standing->best_sparse, standing->best_dense};
  };
}

std::size_t count_compared(const Panel& panel, const Compare& compare) {
  return static_cast<std::size_t>(std::ranges::count_if(
      panel.positions, [&](double position) { return compare(position).first != nullptr; }));
}

/// Where the second algorithm of a pair overtakes the first, which won the range before: the last
/// such crossover up to `first`, the position at which the second wins, but not before the last
/// position that the first leads (possibly tied). If the times only touch, the middle between that
/// position and `first`.
double boundary(const Panel& panel, experiments::Engine engine, const AlgorithmPair& pair,
                const WinnerRange& before, double first) {
  double found = before.last > 0 ? std::sqrt(before.last * first) : first;
  for (const PanelCrossover& one : observed(panel, records_of(panel, engine, pair)))
    if (!one.first_wins_after && one.at >= before.first && one.at <= first)
      found = std::max(one.at, before.last);
  return found;
}

/// Among the algorithms that share the first place at `begin`, the one that keeps it longest, and
/// the index at which it has lost it.
std::pair<std::string, std::size_t> longest_lead(
    const std::vector<std::pair<double, Standing>>& standings, std::size_t begin) {
  std::pair<std::string, std::size_t> longest{"", begin};
  for (const experiments::Record* leader : standings[begin].second.leaders) {
    const std::string& algorithm = leader->point.algorithm.spec();
    std::size_t end = begin + 1;
    while (end < standings.size() && standings[end].second.leads(algorithm)) ++end;
    if (end > longest.second) longest = {algorithm, end};
  }
  return longest;
}

}  // namespace

std::string crossover_text(Axis axis, const PanelCrossover& crossover) {
  constexpr double kThreeDigits = 0.005;
  const std::string hi = position_text(axis, crossover.hi);
  const double width = crossover.hi - crossover.lo;
  const bool known = axis == Axis::density ? width < kThreeDigits * crossover.hi : width <= 1;
  return known ? hi : fmt::format("[{} {}]", position_text(axis, crossover.lo), hi);
}

ModelTimes& CrossoverSearch::times() {
  if (!times_) times_.emplace(panel_);
  return *times_;
}

std::vector<PanelCrossover> CrossoverSearch::of(experiments::Engine engine,
                                                const AlgorithmPair& pair) {
  const Compare compare = records_of(panel_, engine, pair);
  const auto solved = engine == experiments::Engine::model
                          ? solve(panel_, compare, {pair.first}, {pair.second}, times())
                          : std::nullopt;
  return solved ? *solved : observed(panel_, compare);
}

std::vector<PanelCrossover> CrossoverSearch::of_families(experiments::Engine engine) {
  const Compare compare = best_of_families(panel_, engine);
  std::vector<std::string> sparse = Coverage(panel_, engine).ran();
  std::vector<std::string> dense;
  std::ranges::copy_if(sparse, std::back_inserter(dense), is_dense);
  std::erase_if(sparse, is_dense);
  const auto solved = engine == experiments::Engine::model
                          ? solve(panel_, compare, sparse, dense, times())
                          : std::nullopt;
  return solved ? *solved : observed(panel_, compare);
}

std::string CrossoverSearch::why_not_solved() {
  const std::vector<experiments::Engine> engines = panel_.engines();
  if (std::ranges::find(engines, experiments::Engine::model) == engines.end()) return {};
  if (!times().obstacle().empty()) return times().obstacle();
  for (const Series& series : panel_.series) {
    if (series.engine != experiments::Engine::model) continue;
    for (const experiments::Record* record : series.records)
      if (!times().reproduces(*record)) return "its closed form gives other times than the records";
  }
  return {};
}

std::vector<PanelCrossover> crossovers_of(const Panel& panel, experiments::Engine engine,
                                          const AlgorithmPair& pair) {
  return CrossoverSearch(panel).of(engine, pair);
}

std::vector<PanelCrossover> sparse_dense_crossovers(const Panel& panel,
                                                    experiments::Engine engine) {
  return CrossoverSearch(panel).of_families(engine);
}

PanelCrossover nearest_crossover(const Panel& panel, experiments::Engine engine,
                                 const AlgorithmPair& pair, double where) {
  PanelCrossover nearest{.at = where, .lo = where, .hi = where};
  double least = std::numeric_limits<double>::infinity();
  for (const PanelCrossover& found : crossovers_of(panel, engine, pair)) {
    const double distance = std::abs(std::log(found.at / where));
    if (found.at > 0 && distance < least) {
      least = distance;
      nearest = found;
    }
  }
  return nearest;
}

std::size_t compared_positions(const Panel& panel, experiments::Engine engine,
                               const AlgorithmPair& pair) {
  return count_compared(panel, records_of(panel, engine, pair));
}

std::size_t compared_families(const Panel& panel, experiments::Engine engine) {
  return count_compared(panel, best_of_families(panel, engine));
}

std::vector<WinnerRange> winner_ranges(const Panel& panel, experiments::Engine engine) {
  const Coverage coverage(panel, engine);
  std::vector<std::pair<double, Standing>> standings;
  for (const double position : panel.positions)
    if (coverage.can_judge(position))
      standings.emplace_back(position, *standing_at(panel, engine, position));

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

std::vector<AlgorithmPair> successive_winners(const Panel& panel) {
  std::vector<std::pair<double, AlgorithmPair>> found;
  for (const experiments::Engine engine : panel.engines()) {
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

}  // namespace sparlab::analysis
