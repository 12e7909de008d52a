#include "model/costs/parts_gather_cost.hpp"

#include "model/costs/allgather_cost.hpp"

namespace sparlab::model {
namespace {

/// Adds the concatenation of all parts to the last stage; a single part needs none.
void add_concatenation(Cost& cost, const Problem& problem, const std::vector<ReducedPart>& parts) {
  Held whole;
  for (const ReducedPart& part : parts) {
    whole.entries += part.at.multiplicity * part.held.entries;
    whole.dense = whole.dense || part.held.dense;
  }
  cost.dense_result = whole.dense;
  if (problem.ranks == 1) return;
  cost.critical_path.back().work.copied_bytes +=
      StreamRules(problem).payload_bytes(whole, problem.whole());
}

}  // namespace

void add_parts_allgather(Cost& cost, const Problem& problem,
                         const std::vector<ReducedPart>& parts) {
  if (problem.ranks == 1) return add_concatenation(cost, problem, parts);
  const StreamRules rules(problem);
  std::vector<Packing> blocks;
  blocks.reserve(static_cast<std::size_t>(problem.ranks));
  for (const ReducedPart& part : parts) {
    blocks.insert(blocks.end(), static_cast<std::size_t>(part.at.multiplicity),
                  rules.packing(part.held, part.at.range));
  }
  add_allgather(cost, blocks);
  add_concatenation(cost, problem, parts);
}

void add_parts_ring(Cost& cost, const Problem& problem, const std::vector<ReducedPart>& parts) {
  if (problem.ranks == 1) return add_concatenation(cost, problem, parts);
  const StreamRules rules(problem);
  const auto steps = static_cast<double>(problem.ranks - 1);
  Packing slowest;
  for (const ReducedPart& part : parts) {
    const Packing packing = rules.packing(part.held, part.at.range);
    cost.total_messages += steps * part.at.multiplicity;
    cost.total_bytes += steps * part.at.multiplicity * packing.bytes;
    if (packing.bytes > slowest.bytes) slowest = packing;
  }
  const double converted = steps * (slowest.pack_copies + slowest.unpack_copies);
  cost.critical_path.push_back({.name = "allgather",
                                .messages = steps,
                                .bytes_per_message = slowest.bytes,
                                .work = {.copied_bytes = converted}});
  add_concatenation(cost, problem, parts);
}

}  // namespace sparlab::model
