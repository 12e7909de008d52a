#include "model/costs/densification.hpp"

#include <algorithm>

namespace sparlab::model {

Stage densification(const Problem& problem) {
  const StreamRules rules(problem);
  const bool alike = problem.fill_in->symmetry() != Symmetry::none;
  double entries = 0;
  for (std::uint64_t rank = 0; rank < (alike ? 1 : problem.ranks); ++rank) {
    entries = std::max(entries, rules.input(rank, problem.whole()).entries);
  }
  return {.name = "densify",
          .messages = 0,
          .bytes_per_message = 0,
          .work = {.scattered_entries = entries,
                   .copied_bytes = problem.elements() * problem.wire.value_bytes}};
}

}  // namespace sparlab::model
