#include "analysis/advice/algorithm_ranking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "algos/registry/registry.hpp"
#include "base/errors/errors.hpp"
#include "base/text/text_table.hpp"
#include "experiments/spec/plan/run_cost.hpp"

namespace sparlab::analysis {
namespace {

/// Formulas that visit every block of the vector take milliseconds for universes above this size.
constexpr std::uint64_t kManyBlocks = std::uint64_t{1} << 20U;
constexpr double kFarBehind = 4;

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

bool is_far_behind(const experiments::Point& point, double seconds, double least_s) {
  if (point.universe <= kManyBlocks || seconds <= kFarBehind * least_s) return false;
  const auto parameters = algos::info_of(point.algorithm).parameters();
  return std::ranges::find(parameters, "block", &model::ParameterInfo::name) != parameters.end();
}

bool exceeds_memory(const Question& question, const experiments::Point& point,
                    const PlaceModel& place) {
  return question.memory_bytes &&
         experiments::predict_rank_bytes(point, place.union_entries()) > *question.memory_bytes;
}

void require_ranks(const experiments::Point& place) {
  if (place.ranks < 2)
    throw base::ConfigError("command line", "-P", "1",
                            "at least 2: one rank has nothing to reduce");
}

void refuse_without_exact(const Question& question, const std::string& accepted) {
  if (question.memory_bytes)
    throw base::ConfigError("command line", "--memory", base::bytes_text(*question.memory_bytes),
                            accepted + ": each needs more");
  throw base::ConfigError("command line", "--algorithms", "no exact algorithm accepts this point",
                          accepted + ", besides those that choose among others");
}

AlgorithmRanking rank_algorithms(const Question& question, const PlaceModel& place,
                                 const VariedMachines& machines, const SearchLimit& limit) {
  AlgorithmRanking ranking;
  const auto entry = [&](const experiments::Point& point, const model::Cost& cost) {
    const double seconds = machines.seconds(cost);
    return RankedAlgorithm{point,
                           {},
                           cost,
                           seconds,
                           machines.interval(cost),
                           experiments::predict_rank_bytes(point, place.union_entries()),
                           algos::is_dense(point.algorithm),
                           {point.algorithm, seconds},
                           {}};
  };
  for (const experiments::Point& point : question.points) {
    const auto cost = place.cost(point.algorithm);
    if (!cost) continue;
    if (exceeds_memory(question, point, place)) {
      ranking.excluded.push_back(
          {point.algorithm.spec(), fmt::format("{} of a rank's memory, above {}",
                                               base::bytes_text(experiments::predict_rank_bytes(
                                                   point, place.union_entries())),
                                               base::bytes_text(*question.memory_bytes))});
      continue;
    }
    const algos::AlgorithmInfo& info = algos::info_of(point.algorithm);
    std::vector<RankedAlgorithm>& list = info.chooses ? ranking.choosing
                                         : info.exactness == algos::Exactness::approximate
                                             ? ranking.approximate
                                             : ranking.exact;
    list.push_back(entry(point, *cost));
  }
  std::ranges::stable_sort(ranking.exact, {}, &RankedAlgorithm::seconds);
  for (RankedAlgorithm& one : ranking.exact) {
    if (is_far_behind(one.point, one.seconds, ranking.exact.front().asked.seconds)) continue;
    SearchedSettings found = fastest_settings(one.point.algorithm, one.seconds, place, limit);
    if (!(found.best.algorithm == one.point.algorithm)) {
      experiments::Point point = one.point;
      point.algorithm = found.best.algorithm;
      if (exceeds_memory(question, point, place)) continue;
      const TimedSettings asked = one.asked;
      one = entry(point, place.cost(point.algorithm).value());
      one.asked = asked;
    }
    one.tried = std::move(found.tried);
  }
  return {ranked(std::move(ranking.exact)), ranked(std::move(ranking.approximate)),
          ranked(std::move(ranking.choosing)), std::move(ranking.excluded)};
}

}  // namespace sparlab::analysis
