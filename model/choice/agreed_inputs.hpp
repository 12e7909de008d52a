#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "model/choice/input_windows.hpp"
#include "model/costs/problem.hpp"

namespace sparlab::model {

/// Entries in each of the equal parts of the universe, or what is in proportion to them.
using InputBins = std::array<double, kInputBins>;

/// How many sampled indices are held by just so many inputs.
struct HeldBy {
  std::uint64_t inputs = 1;
  std::uint64_t indices = 0;

  friend auto operator<=>(const HeldBy&, const HeldBy&) = default;
};

/// What all ranks know of their inputs after an exchange of summaries: the same numbers on all.
struct AgreedInputs {
  std::uint64_t ranks = 1;
  std::uint64_t universe = 1;
  double entries = 0;        ///< of all ranks together
  double union_entries = 0;  ///< different indices among them
  InputBins bin_shares{};    ///< of the entries; they add up to 1
  /// By ascending number of inputs; nothing where no index was sampled.
  std::vector<HeldBy> holders = {};

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
  std::vector<HeldBy> holders = {};  ///< of the sample
};

/// The share of the entries that merging all that was summarised saves, less the standard error of
/// the sample; 0 without a sample, unless something is dense, and so the union.
double sampled_overlap(const SummedInputs& sums);

/// The union is estimated by the overlap in the sample: union / entries is taken to be the same
/// outside of it. Without a sampled entry, ranks are taken to be independent and uniform.
AgreedInputs agreed_inputs(const SummedInputs& sums);

/// One stream that is summarised: the union of the inputs of `ranks`.
struct Contribution {
  Ranks ranks;
  bool dense = false;
};

/// What the ranks of a problem with exact supports agree on from these contributions: what the
/// summaries of the real streams add up to.
AgreedInputs sampled_inputs(const Problem& problem, std::span<const Contribution> contributions);

/// The share of the entries of such streams, of adjacent ranks, that merging them saves, as their
/// summaries tell.
double sampled_overlap(const Problem& problem, std::span<const Contribution> contributions);

/// As if all `ranks` held as many entries, spread over the bins like these (evenly, if they are
/// empty), and independent of each other.
AgreedInputs independent_inputs(std::uint64_t ranks, std::uint64_t universe, double entries,
                                const InputBins& bins);

/// What that rank's summary says of its bins.
InputBins bins_of(const Problem& problem, std::uint64_t rank);

/// sampled_inputs where only expectations are known and every rank contributes its input: the
/// union is the one that the fill-in expects.
AgreedInputs expected_inputs(const Problem& problem);

}  // namespace sparlab::model
