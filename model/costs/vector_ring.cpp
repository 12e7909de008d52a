#include "model/costs/vector_ring.hpp"

#include "model/costs/allreduce_costs.hpp"
#include "model/fill_in/extreme_fill_in.hpp"

namespace sparlab::model {

void add_vector_ring(Cost& cost, const Problem& problem, std::uint64_t elements) {
  const IdenticalFillIn vector(elements, 0);
  Problem of_vector = problem;
  of_vector.fill_in = &vector;
  const Cost ring = dense_ring(of_vector);
  cost.critical_path.insert(cost.critical_path.end(), ring.critical_path.begin(),
                            ring.critical_path.end());
  cost.total_messages += ring.total_messages;
  cost.total_bytes += ring.total_bytes;
}

}  // namespace sparlab::model
