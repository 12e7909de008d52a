#include "model/costs/allreduce_costs.hpp"
#include "model/costs/broadcast_cost.hpp"
#include "model/costs/densification.hpp"
#include "model/costs/s2_costs.hpp"
#include "model/costs/selection_cost.hpp"
#include "model/costs/vector_ring.hpp"
#include "model/fill_in/live_blocks.hpp"

namespace sparlab::model {

Cost s2_sparcml_standin(const Problem& problem) {
  Cost cost = dense_ring(problem);
  cost.critical_path.insert(cost.critical_path.begin(), densification(problem));
  return cost;
}

Cost s2_parallax_standin(const Problem& problem) {
  Cost cost;
  const StreamRules rules(problem);
  const auto entries = static_cast<double>(add_agreed_k(cost, problem, 0));
  const auto peers = static_cast<double>(problem.ranks - 1);
  // The padding is a separate stream.
  const double bytes = problem.wire.coo_bytes(entries) + problem.wire.header_bytes;
  cost.total_messages += peers;
  cost.total_bytes += peers * bytes;
  Stage gather{.name = "gather", .messages = peers, .bytes_per_message = bytes, .work = {}};
  if (problem.ranks > 1) gather.work.copied_bytes = bytes;
  cost.critical_path.push_back(gather);
  Stage reduce{.name = "reduce", .messages = 0, .bytes_per_message = 0, .work = {}};
  const Held sum = rules.merge_all_inputs(problem.whole(), false, reduce.work);
  cost.critical_path.push_back(reduce);
  add_binomial_broadcast(cost, problem, sum);
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
  cost.critical_path.push_back(
      {.name = "expand",
       .messages = 0,
       .bytes_per_message = 0,
       .work = {.copied_bytes = problem.elements() * problem.wire.value_bytes + bytes}});
  return cost;
}

}  // namespace sparlab::model
