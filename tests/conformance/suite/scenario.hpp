#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sparlab::conformance {

/// The input of one rank.
struct RankInput {
  std::vector<std::uint64_t> indices;
  std::vector<double> values;  ///< exact in float, and so are all sums and products of 64 of them
};

/// Inputs of all ranks that test one property.
struct Scenario {
  std::string name;
  std::uint64_t universe = 0;
  std::vector<RankInput> inputs;  ///< one for each rank
};

/// Small scenarios for `ranks` ranks: equal, unequal and empty inputs, equal and disjoint supports,
/// all-nonzero, one hot range, fewer indices than ranks, densities that switch to dense, explicit
/// zeros and cancellation, tiny values, NaN.
std::vector<Scenario> scenarios(int ranks);

/// Supports beyond 2^32, for 64-bit indices and sparse algorithms.
Scenario huge_universe(int ranks);

}  // namespace sparlab::conformance
