#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algos/streams/sparse_stream.hpp"
#include "model/fill_in/recorded_fill_in.hpp"
#include "tests/conformance/suite/scenario.hpp"

namespace sparlab::conformance {

/// A rank's support with all values 1, for tests in which only counts matter.
inline algos::SparseStream<float, std::uint32_t> ones(const RankInput& input,
                                                      std::uint64_t universe) {
  const std::vector<std::uint32_t> indices(input.indices.begin(), input.indices.end());
  return {{0, universe}, indices, std::vector<float>(indices.size(), 1.0F)};
}

/// The fill-in of exactly these supports.
inline model::RecordedFillIn exact_fill_in(const Scenario& scenario) {
  std::vector<std::span<const std::uint64_t>> supports;
  for (const auto& input : scenario.inputs) supports.emplace_back(input.indices);
  return model::RecordedFillIn(
      std::make_shared<const model::RecordedSupports>(scenario.universe, supports));
}

}  // namespace sparlab::conformance
