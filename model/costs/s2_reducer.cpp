#include "model/parameters/s2_reducer.hpp"

#include "model/costs/algorithm_costs.hpp"
#include "model/costs/problem.hpp"
#include "model/costs/selection_cost.hpp"
#include "model/costs/step_costs.hpp"
#include "model/fill_in/live_blocks.hpp"

namespace sparlab::model {
namespace {

/// Flags and sketches are sent as they are.
Problem uncoded(Problem problem) {
  problem.formats = problem.formats.with(ValueCode::none);
  return problem;
}

}  // namespace

void add_united_blocks(Cost& cost, const Problem& problem, std::uint64_t block, BlockFlags flags) {
  cost.critical_path.push_back(
      local_stage("mark_blocks", {.scattered_entries = largest_input(problem)}));
  const auto bits = static_cast<std::uint64_t>(8 * problem.wire.value_bytes);
  const std::uint64_t blocks = block_count(problem.fill_in->universe(), block);
  add_vector_ring(cost, uncoded(problem),
                  flags == BlockFlags::packed ? block_count(blocks, bits) : blocks);
}

Cost s2_reducer(const Problem& problem, const S2ReducerParameters& parameters) {
  Cost cost;
  std::uint64_t columns = parameters.columns;
  if (columns == 0) {
    const std::uint64_t nnz = add_agreed_k(cost, problem, 0);
    columns = sketch_columns(parameters.lambda, nnz, parameters.rows);
  }
  add_united_blocks(cost, problem, parameters.block, parameters.bitmap);
  const auto rows = static_cast<double>(parameters.rows);
  const double cells = rows * static_cast<double>(columns);
  cost.critical_path.push_back(
      local_stage("sketch", {.scattered_entries = rows * largest_input(problem),
                             .copied_bytes = cells * problem.wire.value_bytes}));
  add_vector_ring(cost, uncoded(problem), parameters.rows * columns);
  const auto elements =
      static_cast<double>(live_elements(*problem.fill_in, problem.ranks, parameters.block));
  cost.critical_path.push_back(local_stage("estimate", {.selected_from = rows * elements}));
  return cost;
}

Cost s2_omnireduce_standin(const Problem& problem,
                           const S2OmnireduceStandinParameters& parameters) {
  Cost cost;
  add_united_blocks(cost, problem, parameters.block, parameters.bitmap);
  cost.critical_path.push_back(densification(problem));
  const std::uint64_t elements = live_elements(*problem.fill_in, problem.ranks, parameters.block);
  const double bytes = static_cast<double>(elements) * problem.wire.value_bytes;
  cost.critical_path.back().work.copied_bytes += bytes;
  if (elements > 0) add_vector_ring(cost, problem, elements);
  cost.critical_path.push_back(local_stage(
      "expand", {.copied_bytes = problem.elements() * problem.wire.value_bytes + bytes}));
  return cost;
}

}  // namespace sparlab::model
