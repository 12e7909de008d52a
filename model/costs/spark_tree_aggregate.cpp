#include "model/costs/algorithm_costs.hpp"
#include "model/costs/step_costs.hpp"
#include "model/parameters/schedules.hpp"

namespace sparlab::model {
namespace {

Packing packed_vector(const Problem& problem) {
  return StreamRules(problem).packing({problem.elements(), true}, problem.whole());
}

/// Adds the reduction of `partitions` vectors to `left`; the rank of partition 0 receives most.
void add_shuffle(Cost& cost, const char* name, const Problem& problem, std::uint64_t partitions,
                 std::uint64_t left) {
  if (partitions == left) return;
  const auto received = static_cast<double>((partitions - 1) / left);
  const Packing message = packed_vector(problem);
  const auto sent = static_cast<double>(partitions - left);
  cost.count(sent, message.bytes);
  LocalWork work = received * LocalWork{.summed_elements = problem.elements(),
                                        .copied_bytes = message.unpack_copies};
  work.copied_bytes += message.pack_copies;
  cost.critical_path.push_back({.name = name,
                                .messages = received,
                                .bytes_per_message = message.bytes,
                                .work = work,
                                .pattern = Pattern::one_way});
}

}  // namespace

Cost spark_tree_aggregate(const Problem& problem, const SparkTreeAggregateParameters& parameters) {
  Cost cost;
  const auto rounds = shuffle_rounds(problem.ranks, parameters.depth);
  for (std::size_t round = 0; round + 1 < rounds.size(); ++round)
    add_shuffle(cost, "shuffle", problem, rounds[round], rounds[round + 1]);
  add_shuffle(cost, "driver", problem, rounds.back(), 1);
  const Held sum{problem.elements(), true};
  if (parameters.broadcast == DriverBroadcast::binomial) {
    add_binomial_broadcast(cost, problem, sum);
  } else if (problem.ranks > 1) {
    const auto peers = static_cast<double>(problem.ranks - 1);
    const Packing message = packed_vector(problem);
    cost.count(peers, message.bytes);
    cost.critical_path.push_back(
        {.name = "broadcast",
         .messages = peers,
         .bytes_per_message = message.bytes,
         .work = {.copied_bytes = message.copies()},
         .pattern = Pattern::one_way,
         .partners = {.kind = Partners::Kind::star, .ranks = problem.ranks}});
  }
  return cost;
}

}  // namespace sparlab::model
