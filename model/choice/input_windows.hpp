#pragma once

#include <cstddef>
#include <cstdint>

#include "model/fill_in/fill_in.hpp"

/// The windows of the universe from which sparlab_auto samples its inputs. All ranks know them in
/// advance, so the indices that several ranks sample show how much their inputs overlap.
namespace sparlab::model {

/// Equal parts of the universe whose entries are counted, to see hot ranges.
inline constexpr std::size_t kInputBins = 32;

/// Parts of the universe with one sampled window each. They are many because entries cluster: with
/// few windows, a few hot ranges could dominate the sample.
inline constexpr std::size_t kSampleStrata = 1024;

constexpr std::size_t bin_of_stratum(std::size_t stratum) {
  return stratum * kInputBins / kSampleStrata;
}

/// The maximum number of different indices in a sample.
inline constexpr std::size_t kSampleCapacity = 128;

/// Sampled positions are written in 32 bits: 10 of the stratum and 22 within its window.
inline constexpr int kPositionBits = 22;

/// Window `stratum` of `level`: at level 0 the whole stratum, at each further level a pseudo-random
/// half of the previous window. Once windows have one index, each level removes half of the
/// remaining windows.
Range sample_window(Range universe, std::size_t stratum, int level);

/// The window of a stratum at `level`, given its `window` at the previous level.
Range narrowed_window(Range universe, std::size_t stratum, Range window, int level);

/// The lowest level whose positions fit kPositionBits.
int first_sample_level(Range universe);

/// The lowest level at which all windows together have at most one index.
int last_sample_level(Range universe);

/// Entries of a bin are counted in units of 2^shift, so that the sum of `ranks` such counts fits 32
/// bits.
int bin_shift(Range universe, std::uint64_t ranks);

}  // namespace sparlab::model
