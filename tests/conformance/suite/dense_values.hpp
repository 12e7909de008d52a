#pragma once

#include <cstdint>
#include <vector>

#include "algos/streams/sparse_stream.hpp"
#include "tests/conformance/suite/scenario.hpp"

namespace sparlab::conformance {

/// A result as a dense vector; indices without an entry are zero.
inline std::vector<double> dense_values(const algos::SparseStream<float, std::uint32_t>& stream) {
  std::vector<double> values(static_cast<std::size_t>(stream.range().size()));
  for (std::size_t i = 0; i < stream.values().size(); ++i) {
    const std::size_t at = stream.format() == algos::Format::dense ? i : stream.indices()[i];
    values[at] = static_cast<double>(stream.values()[i]);
  }
  return values;
}

/// The number of ranks that hold each index: the sum if all values are ones.
inline std::vector<double> holders(const Scenario& scenario) {
  std::vector<double> counts(static_cast<std::size_t>(scenario.universe));
  for (const auto& input : scenario.inputs) {
    for (const auto index : input.indices) counts[static_cast<std::size_t>(index)] += 1;
  }
  return counts;
}

}  // namespace sparlab::conformance
