#include "model/choice/sparlab_auto.hpp"

#include <vector>

#include "model/choice/choice.hpp"
#include "model/choice/early_exchange.hpp"
#include "model/costs/problem.hpp"

namespace sparlab::model {
namespace {

Cost with_choice(Cost cost, const AgreedInputs& agreed, const Problem& problem) {
  const AlgorithmChoice choice = choose(agreed, problem);
  Problem chosen = problem;
  chosen.formats = choice.formats;
  if (choice.candidate.dense_input) cost.critical_path.push_back(densification(chosen));
  cost.append(choice.candidate.cost(chosen));
  return cost;
}

bool starts(std::uint64_t rank, const Problem& problem) {
  return starts_with_data(problem.fill_in->distinct({rank, 1}, problem.whole()),
                          problem.fill_in->universe(), problem);
}

Cost of_exact_supports(const Problem& problem) {
  std::vector<bool> start;
  for (std::uint64_t rank = 0; rank < problem.ranks; ++rank) {
    start.push_back(starts(rank, problem));
  }
  const ExchangeOutcome outcome = early_exchange(problem, start);
  if (outcome.gathered) return outcome.cost;
  return with_choice(outcome.cost, sampled_inputs(problem, outcome.contributions), problem);
}

}  // namespace

Cost sparlab_auto(const Problem& problem) {
  if (problem.ranks == 1) return {};
  if (problem.fill_in->symmetry() == Symmetry::none) return of_exact_supports(problem);
  if (starts(0, problem)) return early_gather(problem);
  Cost cost;
  add_summary_exchange(cost, problem);
  return with_choice(cost, expected_inputs(problem), problem);
}

}  // namespace sparlab::model
