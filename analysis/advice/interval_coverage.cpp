#include "analysis/advice/interval_coverage.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "analysis/advice/interval.hpp"
#include "analysis/advice/place_model.hpp"
#include "analysis/results/recorded_platforms.hpp"
#include "experiments/spec/points/engine.hpp"
#include "model/base/order_statistics.hpp"

namespace sparlab::analysis {
namespace {

struct Counted {
  std::size_t within = 0;
  std::vector<double> factors;

  void add(const Interval& interval, double seconds) {
    if (seconds >= interval.low_s && seconds <= interval.high_s) ++within;
    factors.push_back(std::sqrt(interval.high_s / interval.low_s));
  }
  IntervalCoverage coverage(std::uint64_t ranks) const {
    return {ranks, within, factors.size(), model::median(factors)};
  }
};

}  // namespace

std::vector<IntervalCoverage> interval_coverage(const Pairing& pairing) {
  RecordedPlatforms platforms;
  std::map<std::uint64_t, Counted> by_ranks;
  Counted all;
  for (const ComparedPoint& compared : pairing.points) {
    const experiments::Point& point = compared.prediction->point;
    if (point.engine != experiments::Engine::model) continue;
    const UncertainPlatform* const platform = platforms.uncertain(*compared.prediction);
    if (platform == nullptr) continue;
    const auto& [file, uncertainty] = *platform;
    const PlaceModel place(point, place_of(point), file);
    const auto cost = place.cost(point.algorithm);
    if (!cost) continue;
    const Interval interval =
        VariedMachines(file, uncertainty, point.ranks, point.groups).interval(*cost);
    const double seconds = compared.measured->merged.time_s;
    by_ranks[point.ranks].add(interval, seconds);
    all.add(interval, seconds);
  }
  std::vector<IntervalCoverage> rows;
  if (all.factors.empty()) return rows;
  for (const auto& [ranks, counted] : by_ranks) rows.push_back(counted.coverage(ranks));
  rows.push_back(all.coverage(0));
  return rows;
}

base::Fields coverage_fields(const IntervalCoverage& coverage) {
  return {{"ranks", "ranks",
           base::Value(coverage.ranks)
               .shown(coverage.ranks == 0 ? "all" : fmt::format("P = {}", coverage.ranks))},
          base::text_field("in it", fmt::format("{} of {}", coverage.within, coverage.times)),
          {"within", coverage.within},
          {"times", coverage.times},
          {"factor", "ends at a factor of",
           base::number_as(coverage.factor, fmt::format("{:.2f}", coverage.factor))}};
}

}  // namespace sparlab::analysis
