#include "model/parameters/quantized_sum.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

#include "model/costs/algorithm_costs.hpp"
#include "model/costs/problem.hpp"
#include "model/costs/selection_cost.hpp"
#include "model/costs/step_costs.hpp"

namespace sparlab::model {
namespace {

/// By IntegerExchange.
constexpr std::array<Cost (*)(const Problem&), kIntegerExchanges.size()> kCostsOfExchanges = {
    [](const Problem& problem) { return ssar_split_allgather(problem); }, ssar_recursive_double,
    [](const Problem& problem) { return sparse_ring(problem); }, sparse_allgather};

}  // namespace

Cost quantized_sum(const Problem& problem, const QuantizedSumParameters& parameters) {
  Problem integers = problem;
  integers.wire.value_bytes = sizeof(float);
  integers.wire.code_bits = static_cast<double>(parameters.bits);
  integers.formats = problem.formats.with_integers(static_cast<std::uint8_t>(parameters.bits));
  const auto converted_bytes = [&](const Held& held) {
    return StreamRules(problem).payload_bytes(held, problem.whole()) +
           StreamRules(integers).payload_bytes(held, problem.whole());
  };

  const Held input{.entries = largest_input(problem)};
  Cost cost;
  cost.critical_path.push_back(
      local_stage("quantize", {.copied_bytes = input.entries * problem.wire.value_bytes}));
  add_agreement(cost, problem.ranks, parameters.scales(problem.fill_in->universe()));
  cost.critical_path.push_back(local_stage("quantize", {.copied_bytes = converted_bytes(input)}));
  cost.append(kCostsOfExchanges.at(static_cast<std::size_t>(parameters.exchange))(integers));
  const Held result = cost.dense_result
                          ? Held{.entries = problem.elements(), .dense = true}
                          : StreamRules(problem).united({0, problem.ranks}, problem.whole());
  cost.critical_path.push_back(
      local_stage("dequantize", {.copied_bytes = converted_bytes(result)}));
  return cost;
}

}  // namespace sparlab::model
