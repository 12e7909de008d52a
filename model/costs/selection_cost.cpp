#include "model/costs/selection_cost.hpp"

#include <algorithm>
#include <cmath>

#include "model/costs/step_costs.hpp"
#include "model/fill_in/derived_fill_in.hpp"

namespace sparlab::model {

double largest_input(const Problem& problem) {
  const StreamRules rules(problem);
  const bool alike = problem.fill_in->symmetry() != Symmetry::none;
  double largest = 0;
  for (std::uint64_t rank = 0; rank < (alike ? 1 : problem.ranks); ++rank)
    largest = std::max(largest, rules.input(rank, problem.whole()).entries);
  return largest;
}

std::uint64_t add_agreed_k(Cost& cost, const Problem& problem, std::uint64_t k) {
  if (k != 0) return k;
  add_agreement(cost, problem.ranks);
  return static_cast<std::uint64_t>(std::ceil(largest_input(problem)));
}

SelectedProblem::SelectedProblem(const Problem& problem, std::uint64_t k)
    : largest_input_(largest_input(problem)), k_(static_cast<double>(k)), selected_(problem) {
  if (k == 0) return;
  fill_in_.emplace(*problem.fill_in, k, problem.ranks);
  selected_.fill_in = &*fill_in_;
}

void SelectedProblem::add_selection(Cost& cost) const {
  if (k_ > 0 && largest_input_ > k_)
    cost.critical_path.push_back(local_stage("select", {.selected_from = largest_input_}));
}

void add_reading_selection(Cost& cost, const Problem& problem) {
  cost.critical_path.push_back(local_stage("select", {.selected_from = largest_input(problem)}));
}

Selection SelectionRules::input(std::uint64_t rank, Range range) const {
  return {rules_.input(rank, range), {rank, 1}};
}

Selection SelectionRules::merge(const Selection& left, const Selection& right, Range range,
                                LocalWork& work) const {
  const double entries = left.held.entries + right.held.entries;
  work.merged_entries += entries;
  const Ranks ranks{left.ranks.first, left.ranks.count + right.ranks.count};
  if (!left.cut && !right.cut) return {rules_.united(ranks, range), ranks};
  const double uncut = rules_.distinct(left.ranks, range) + rules_.distinct(right.ranks, range);
  const double largest = std::max(left.held.entries, right.held.entries);
  return {{united_selections(rules_.distinct(ranks, range), uncut, entries, largest)}, ranks, true};
}

Selection SelectionRules::at_most(Selection selection, std::uint64_t k, LocalWork& work) const {
  const auto most = static_cast<double>(k);
  if (selection.held.entries <= most) return selection;
  work.selected_from += selection.held.entries;
  return {{most}, {selection.ranks.first, 1}, true};
}

}  // namespace sparlab::model
