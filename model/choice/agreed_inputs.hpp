#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "model/choice/input_windows.hpp"
#include "model/costs/problem.hpp"

namespace sparlab::model {

/// The entries in each of kInputBins equal parts of the universe, or numbers proportional to them.
using InputBins = std::array<double, kInputBins>;

/// The number of sampled indices that exactly `inputs` inputs hold.
struct HeldBy {
  std::uint64_t inputs = 1;
  std::uint64_t indices = 0;

  friend auto operator<=>(const HeldBy&, const HeldBy&) = default;
};

/// The same of one bin.
struct SampledIndices {
  std::size_t bin = 0;
  std::uint64_t inputs = 1;
  std::uint64_t indices = 0;
};

/// What all ranks know about their inputs after an exchange of summaries. The numbers are the same
/// on all ranks.
struct AgreedInputs {
  std::uint64_t ranks = 1;
  std::uint64_t universe = 1;
  double entries = 0;        ///< of all ranks together
  double union_entries = 0;  ///< different indices among them
  InputBins bin_shares{};    ///< of the entries; they add up to 1
  /// By ascending number of inputs; empty if no index was sampled.
  std::vector<HeldBy> holders = {};
  double overlap_exponent = 0;  ///< hot_ranges.hpp

  friend bool operator==(const AgreedInputs&, const AgreedInputs&) = default;
};

/// Sums of the summaries of all ranks.
struct SummedInputs {
  std::uint64_t ranks = 1;
  std::uint64_t universe = 1;
  double entries = 0;
  bool any_dense = false;      ///< some rank's input is a dense stream
  double sampled_entries = 0;  ///< in the sample's windows, of all ranks together
  double sampled_union = 0;    ///< different indices among them
  InputBins bins{};
  std::vector<SampledIndices> sample = {};
};

/// The share of the entries that merging the summarised inputs saves, minus the standard error of
/// the sample. 0 without a sample, unless an input is dense, which makes the union dense.
double sampled_overlap(const SummedInputs& sums);

/// Estimates the union from the sample, assuming that union / entries is the same outside of it.
/// Without a sampled entry, the inputs are assumed to be independent and uniform.
AgreedInputs agreed_inputs(const SummedInputs& sums);

/// One stream that is summarised: the union of the inputs of `ranks`.
struct Contribution {
  Ranks ranks;
  bool dense = false;
};

/// The numbers on which the ranks of a problem with exact supports agree after these contributions.
/// They are the sums of the summaries of the real streams.
AgreedInputs sampled_inputs(const Problem& problem, std::span<const Contribution> contributions);

/// The share of the entries of these streams, of adjacent ranks, that merging them saves, estimated
/// from their summaries.
double sampled_overlap(const Problem& problem, std::span<const Contribution> contributions);

/// The numbers for `ranks` independent inputs with the same number of entries, which are spread
/// evenly.
AgreedInputs independent_inputs(std::uint64_t ranks, std::uint64_t universe, double entries);

/// sampled_inputs for a problem of which only expectations are known, where every rank contributes
/// its input. The union is the one that the fill-in expects.
AgreedInputs expected_inputs(const Problem& problem);

}  // namespace sparlab::model
