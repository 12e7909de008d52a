#include "model/costs/densification.hpp"

#include "model/costs/selection_cost.hpp"

namespace sparlab::model {

Stage densification(const Problem& problem) {
  return {.name = "densify",
          .messages = 0,
          .bytes_per_message = 0,
          .work = {.scattered_entries = largest_input(problem),
                   .copied_bytes = problem.elements() * problem.wire.value_bytes}};
}

}  // namespace sparlab::model
