#include "model/choice/sparlab_auto.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "model/choice/choice.hpp"
#include "model/choice/early_exchange.hpp"
#include "model/costs/problem.hpp"

namespace sparlab::model {
namespace {

/// What sparlab_auto does: an exchange, and the algorithm that is chosen after it unless the
/// exchange has gathered all inputs.
struct Course {
  Cost exchange;
  std::optional<AlgorithmChoice> choice;
};

bool starts(std::uint64_t rank, const Problem& problem) {
  return starts_with_data(problem.fill_in->distinct({rank, 1}, problem.whole()),
                          problem.fill_in->universe(), problem);
}

Course course_of_exact_supports(const Problem& problem) {
  std::vector<bool> start;
  for (std::uint64_t rank = 0; rank < problem.ranks; ++rank) start.push_back(starts(rank, problem));
  ExchangeOutcome outcome = early_exchange(problem, start);
  if (outcome.gathered) return {std::move(outcome.cost), {}};
  return {std::move(outcome.cost), choose(sampled_inputs(problem, outcome.contributions), problem)};
}

Course course_of(const Problem& problem) {
  if (problem.ranks == 1) return {};
  if (problem.fill_in->symmetry() == Symmetry::none) return course_of_exact_supports(problem);
  if (starts(0, problem)) return {early_gather(problem), {}};
  Cost exchange;
  add_summary_exchange(exchange, problem);
  return {std::move(exchange), choose(expected_inputs(problem), problem)};
}

}  // namespace

Cost sparlab_auto(const Problem& problem) {
  auto [cost, choice] = course_of(problem);
  if (!choice) return cost;
  Problem chosen = problem;
  chosen.formats = choice->formats;
  if (choice->candidate.dense_input) cost.critical_path.push_back(densification(chosen));
  cost.append(choice->candidate.cost(chosen));
  return cost;
}

std::optional<AlgorithmChoice> delegation(const Problem& problem) {
  return course_of(problem).choice;
}

}  // namespace sparlab::model
