#include "analysis/advice/algorithm_ranking.hpp"

#include <algorithm>
#include <cmath>

#include "algos/registry/registry.hpp"
#include "experiments/spec/plan/run_cost.hpp"

namespace sparlab::analysis {
namespace {

bool equal(double left, double right) {
  constexpr double kRounding = 1e-9;
  return std::abs(left - right) <= kRounding * std::max(left, right);
}

bool do_the_same(const RankedAlgorithm& left, const RankedAlgorithm& right) {
  return equal(left.seconds, right.seconds) &&
         equal(left.cost.total_messages, right.cost.total_messages) &&
         equal(left.cost.total_bytes, right.cost.total_bytes) &&
         equal(left.rank_bytes, right.rank_bytes);
}

/// Those that do the same as an earlier one join it.
std::vector<RankedAlgorithm> ranked(std::vector<RankedAlgorithm> all) {
  std::ranges::stable_sort(all, {}, &RankedAlgorithm::seconds);
  std::vector<RankedAlgorithm> apart;
  for (RankedAlgorithm& one : all) {
    const auto earlier = std::ranges::find_if(
        apart, [&](const RankedAlgorithm& other) { return do_the_same(one, other); });
    if (earlier == apart.end())
      apart.push_back(std::move(one));
    else
      earlier->same.push_back(one.name());
  }
  return apart;
}

}  // namespace

AlgorithmRanking rank_algorithms(const Question& question, const PlaceModel& place,
                                 const VariedMachines& machines) {
  AlgorithmRanking ranking;
  for (const experiments::Point& point : question.points) {
    const auto cost = place.cost(point.algorithm);
    if (!cost) continue;
    const algos::AlgorithmInfo& info = algos::info_of(point.algorithm);
    std::vector<RankedAlgorithm>& list = info.chooses ? ranking.choosing
                                         : info.exactness == algos::Exactness::approximate
                                             ? ranking.approximate
                                             : ranking.exact;
    list.push_back({point,
                    {},
                    *cost,
                    machines.seconds(*cost),
                    machines.interval(*cost),
                    experiments::predict_rank_bytes(point, place.union_entries()),
                    info.dense()});
  }
  return {ranked(std::move(ranking.exact)), ranked(std::move(ranking.approximate)),
          ranked(std::move(ranking.choosing))};
}

}  // namespace sparlab::analysis
