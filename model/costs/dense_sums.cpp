#include <cmath>
#include <cstdint>

#include "model/costs/algorithm_costs.hpp"
#include "model/costs/step_costs.hpp"
#include "model/fill_in/extreme_fill_in.hpp"

namespace sparlab::model {

void add_dense_sum(Cost& cost, const Problem& problem, double elements) {
  const IdenticalFillIn values(static_cast<std::uint64_t>(std::ceil(elements)), 0);
  Problem of_values = problem;
  of_values.fill_in = &values;
  const bool dense_result = cost.dense_result;
  cost.append(dense_rabenseifner(of_values));
  cost.dense_result = dense_result;
}

void add_sums_at_indices(Cost& cost, const Problem& problem, double entries) {
  add_dense_sum(cost, problem, entries);
  cost.critical_path.push_back(local_stage(
      "result", {.copied_bytes = entries * (problem.wire.index_bytes + problem.wire.value_bytes)}));
}

}  // namespace sparlab::model
