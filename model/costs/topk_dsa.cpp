#include <vector>

#include "model/costs/agreement_cost.hpp"
#include "model/costs/parts_gather_cost.hpp"
#include "model/costs/selection_cost.hpp"
#include "model/costs/split_cost.hpp"
#include "model/costs/top_k_costs.hpp"

namespace sparlab::model {
namespace {

/// Adds the reduction of every part as coo, regardless of its size; the slowest part is on the
/// path.
std::vector<ReducedPart> add_sparse_reduction(Cost& cost, Problem problem) {
  problem.dense_switch = false;
  const StreamRules rules(problem);
  std::vector<ReducedPart> parts;
  Stage slowest{.name = "reduce", .messages = 0, .bytes_per_message = 0, .work = {}};
  for (const RepresentativePart& part : representative_parts(problem)) {
    LocalWork work;
    parts.push_back({part, rules.merge_all_inputs(part.range, false, work)});
    if (work.merged_entries > slowest.work.merged_entries) slowest.work = work;
  }
  cost.critical_path.push_back(slowest);
  return parts;
}

/// Adds the agreement on the number of entries, and makes all parts dense if they are many enough.
void add_agreed_format(Cost& cost, const Problem& problem, const TopkDsaParameters& parameters,
                       std::vector<ReducedPart>& parts) {
  add_agreement(cost, problem.ranks);
  double entries = 0;
  for (const ReducedPart& part : parts) entries += part.at.multiplicity * part.held.entries;
  if (!parameters.goes_dense(entries, problem.elements(), problem.wire, problem.formats)) return;
  Stage slowest{.name = "densify", .messages = 0, .bytes_per_message = 0, .work = {}};
  for (ReducedPart& part : parts) {
    const auto size = static_cast<double>(part.at.range.size());
    if (part.held.entries >= slowest.work.scattered_entries) {
      slowest.work.scattered_entries = part.held.entries;
      slowest.work.copied_bytes = size * problem.wire.value_bytes;
    }
    part.held = {size, true};
  }
  cost.critical_path.push_back(slowest);
}

}  // namespace

Cost topk_dsa(const Problem& problem, const TopkDsaParameters& parameters) {
  const SelectedProblem selection(problem, parameters.k);
  const Problem& selected = selection.problem();
  Cost cost;
  selection.add_selection(cost);
  add_split(cost, selected);
  std::vector<ReducedPart> parts = add_sparse_reduction(cost, selected);
  if (problem.dense_switch && problem.formats.contains(Format::dense))
    add_agreed_format(cost, selected, parameters, parts);
  add_parts_allgather(cost, selected, parts);
  return cost;
}

}  // namespace sparlab::model
