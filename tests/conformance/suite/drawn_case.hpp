#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "algos/kernels/reduction.hpp"
#include "model/base/wire_format.hpp"
#include "runtime/comm.hpp"

/// Cases that are drawn at random: any settings, inputs, formats, types and ranges.
namespace sparlab::conformance {

using Generator = std::mt19937_64;

struct DrawnInput {
  bool dense = false;
  std::vector<std::uint64_t> offsets;  ///< of indices, from the beginning of the range
  std::vector<double> values;
};

/// Several calls of one algorithm.
struct DrawnCase {
  std::string spec;
  std::uint64_t universe = 0;
  algos::ReductionKind operation = algos::ReductionKind::sum;
  bool dense_switch = true;
  model::FormatSet formats;
  std::vector<std::vector<DrawnInput>> calls;  ///< by call and rank

  int ranks() const { return static_cast<int>(calls.front().size()); }
  std::string describe() const;
};

/// A case of this algorithm with up to 17 ranks and 600 indices, in which ranks hold unrelated
/// entries.
DrawnCase draw_case(const std::string& spec, Generator& generator);

/// A case of any exact algorithm with any settings that it accepts for so many ranks. Some are of
/// more indices and of clustered, equal or disjoint inputs, or of none, so that messages have sizes
/// from 0 to tens of KiB.
DrawnCase draw_exact_case(int ranks, Generator& generator);

/// Whether the spec accepts this number of ranks and indices.
bool is_accepted(const DrawnCase& drawn);

/// Runs body(comm) on so many ranks.
using RunRanks = std::function<void(int ranks, const std::function<void(runtime::Comm&)>& body)>;

/// Runs cases of equal numbers of ranks one after the other, each over [0, universe) and over a
/// range that begins elsewhere, with drawn types. Describes what is wrong: ranks whose bits or
/// formats differ, exact results other than the serial reduction, other bits elsewhere.
std::vector<std::string> complaints(std::span<const DrawnCase> cases, Generator& generator,
                                    const RunRanks& run);

}  // namespace sparlab::conformance
