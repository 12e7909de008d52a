#include <algorithm>
#include <vector>

#include "model/base/wire_format.hpp"
#include "model/costs/allgather_cost.hpp"
#include "model/costs/sparcml_costs.hpp"
#include "model/costs/split_reduce_cost.hpp"

namespace sparlab::model {
namespace {

/// A pass between values and their codes.
Stage conversion(std::string name, double bytes) {
  return {.name = std::move(name),
          .messages = 0,
          .bytes_per_message = 0,
          .work = {.copied_bytes = bytes}};
}

}  // namespace

Cost dsar_split_allgather_qsgd(const Problem& problem,
                               const DsarSplitAllgatherQsgdParameters& parameters) {
  Cost cost;
  std::vector<double> blocks;
  double largest = 0;
  double all = problem.elements() * problem.wire.value_bytes;
  for (const ReducedPart& part : add_split_reduce(cost, problem, true)) {
    const auto size = static_cast<double>(part.at.range.size());
    const double bytes = qsgd_bytes(problem.wire, size, parameters.bits, parameters.bucket);
    blocks.insert(blocks.end(), static_cast<std::size_t>(part.at.multiplicity), bytes);
    largest = std::max(largest, size * problem.wire.value_bytes + bytes);
    all += part.at.multiplicity * bytes;
  }
  cost.critical_path.push_back(conversion("quantize", largest));
  add_allgather(cost, blocks);
  cost.critical_path.push_back(conversion("dequantize", all));
  return cost;
}

}  // namespace sparlab::model
