#include "model/choice/delegation.hpp"

#include <vector>

#include "model/choice/early_exchange.hpp"

namespace sparlab::model {
namespace {

bool begins_with_data(std::uint64_t rank, const Problem& problem) {
  return starts_with_data(
      problem.fill_in->distinct({rank, 1}, problem.whole()), problem.fill_in->universe(),
      [&] { return bins_of(problem, rank); }, problem);
}

}  // namespace

std::optional<AlgorithmChoice> delegation(const Problem& problem) {
  if (problem.ranks == 1) return std::nullopt;
  if (problem.fill_in->symmetry() != Symmetry::none) {
    if (begins_with_data(0, problem)) return std::nullopt;
    return choose(expected_inputs(problem), problem);
  }
  std::vector<bool> start;
  for (std::uint64_t rank = 0; rank < problem.ranks; ++rank)
    start.push_back(begins_with_data(rank, problem));
  const ExchangeOutcome outcome = early_exchange(problem, start);
  if (outcome.gathered) return std::nullopt;
  return choose(sampled_inputs(problem, outcome.contributions), problem);
}

}  // namespace sparlab::model
