#include <limits>
#include <vector>

#include "model/base/wire_format.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/costs/problem.hpp"
#include "model/costs/selection_cost.hpp"
#include "model/costs/step_costs.hpp"
#include "model/fill_in/derived_fill_in.hpp"

namespace sparlab::model {
namespace {

Cost dense_reduction(const Problem& problem) {
  Cost cost;
  cost.critical_path.push_back(densification(problem));
  cost.append(dense_rabenseifner(problem));
  return cost;
}

/// The work of choosing from `entries`, those of the largest input; none if there are at most k.
LocalWork choice_work(double entries, std::uint64_t k) {
  return {.selected_from = entries > static_cast<double>(k) ? entries : 0};
}

/// Gathers and reduces every rank's set of one sign; `chosen` has the sizes.
Cost sign_mean_gather(const Problem& chosen) {
  const StreamRules rules(chosen);
  const bool alike = chosen.fill_in->symmetry() != Symmetry::none;
  std::vector<double> blocks;
  double unpacked = 0;
  for (std::uint64_t rank = 0; rank < chosen.ranks; ++rank) {
    if (rank > 0 && alike) {
      blocks.push_back(blocks.front());
      continue;
    }
    const double entries = rules.input(rank, chosen.whole()).entries;
    blocks.push_back(sign_mean_bytes(chosen.wire, entries));
    unpacked += sign_mean_copies(chosen.wire, entries);
  }
  if (alike) unpacked *= static_cast<double>(chosen.ranks);
  Cost cost{.critical_path = {local_stage("quantize", {.copied_bytes = sign_mean_copies(
                                                           chosen.wire, largest_input(chosen))})}};
  add_allgather(cost, blocks);
  LocalWork work{.copied_bytes = unpacked};
  rules.merge_all_inputs(chosen.whole(), false, work);
  cost.critical_path.push_back(local_stage("reduce", work));
  return cost;
}

}  // namespace

Cost redsync_rgc(const Problem& problem, const RedsyncRgcParameters& parameters) {
  const RedsyncPath path = redsync_path(parameters, problem.fill_in->universe(), problem.wire);
  if (path == RedsyncPath::dense) return dense_reduction(problem);
  if (parameters.k == 0) return sparse_allgather(problem);
  const SelectedFillIn chosen(*problem.fill_in, redsync_expected_choice(parameters.k, path),
                              problem.ranks);
  Problem selected = problem;
  selected.fill_in = &chosen;
  Cost cost{
      .critical_path = {local_stage("select", choice_work(largest_input(problem), parameters.k))}};
  cost.append(sparse_allgather(selected));
  return cost;
}

Cost redsync_rgc_quantized(const Problem& problem,
                           const RedsyncRgcQuantizedParameters& parameters) {
  const RedsyncPath path = redsync_path(parameters, problem.fill_in->universe(), problem.wire);
  if (path == RedsyncPath::dense) return dense_reduction(problem);
  const double held = largest_input(problem);
  const bool mixed = parameters.form == RedsyncForm::published;
  const std::uint64_t k =
      parameters.k == 0 ? std::numeric_limits<std::uint64_t>::max() : parameters.k;
  LocalWork work{.selected_from = held};
  if (!mixed) work += choice_work(held / 2, k);
  const std::uint64_t most =
      mixed || parameters.k == 0 ? k : redsync_expected_choice(parameters.k, path);
  const SelectedFillIn chosen(*problem.fill_in, most, problem.ranks, mixed ? 1 : 0.5);
  Problem selected = problem;
  selected.fill_in = &chosen;
  Cost cost{.critical_path = {local_stage("select", work)}};
  cost.append(sign_mean_gather(selected));
  return cost;
}

}  // namespace sparlab::model
