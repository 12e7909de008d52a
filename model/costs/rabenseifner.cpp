#include <bit>
#include <vector>

#include "model/base/range.hpp"
#include "model/costs/allgather_cost.hpp"
#include "model/costs/allreduce_costs.hpp"

namespace sparlab::model {
namespace {

/// Values of parts [0, count) of `survivors`: no group of `count` parts has more.
double largest_group(const Problem& problem, std::uint64_t count, std::uint64_t survivors) {
  return static_cast<double>(cut(problem.whole(), count, survivors));
}

void add_recursive_halving(Cost& cost, const Problem& problem, std::uint64_t survivors) {
  const WireFormat& wire = problem.wire;
  for (std::uint64_t distance = survivors / 2; distance > 0; distance /= 2) {
    const double held = largest_group(problem, 2 * distance, survivors);
    const double kept = largest_group(problem, distance, survivors);
    cost.critical_path.push_back(
        {.name = "recursive_halving",
         .messages = 1,
         .bytes_per_message = wire.dense_bytes(kept),
         .work = {.summed_elements = kept, .copied_bytes = held * wire.value_bytes}});
    cost.total_messages += static_cast<double>(survivors);
    cost.total_bytes += static_cast<double>(survivors) * wire.header_bytes +
                        static_cast<double>(distance) * problem.elements() * wire.value_bytes;
  }
}

}  // namespace

Cost dense_rabenseifner(const Problem& problem) {
  const std::uint64_t survivors = std::bit_floor(problem.ranks);
  const auto surplus = static_cast<double>(problem.ranks - survivors);
  const double whole_bytes = problem.wire.dense_bytes(problem.elements());
  const double values_bytes = problem.elements() * problem.wire.value_bytes;
  Cost cost;
  cost.dense_result = true;
  if (surplus > 0) {
    cost.critical_path.push_back({.name = "fold",
                                  .messages = 1,
                                  .bytes_per_message = whole_bytes,
                                  .work = {.summed_elements = problem.elements()}});
  }
  add_recursive_halving(cost, problem, survivors);

  std::vector<double> blocks;
  for (std::uint64_t part = 0; part < survivors; ++part) {
    const auto size = static_cast<double>(part_of(problem.whole(), part, survivors).size());
    blocks.push_back(problem.wire.dense_bytes(size));
  }
  add_allgather(cost, blocks);
  if (survivors > 1) cost.critical_path.back().work.copied_bytes += values_bytes;  // concatenation

  if (surplus > 0) {
    cost.critical_path.push_back(
        {.name = "unfold", .messages = 1, .bytes_per_message = whole_bytes, .work = {}});
    cost.total_messages += 2 * surplus;
    cost.total_bytes += 2 * surplus * whole_bytes;
  }
  return cost;
}

}  // namespace sparlab::model
