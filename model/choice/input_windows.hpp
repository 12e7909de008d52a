#pragma once

#include <cstddef>
#include <cstdint>

#include "model/fill_in/fill_in.hpp"

/// Where sparlab_auto looks at its inputs. Known to all ranks beforehand, so that indices which
/// several ranks saw there tell how much inputs overlap.
namespace sparlab::model {

/// Equal parts of the universe whose entries are counted, to see hot ranges.
inline constexpr std::size_t kInputBins = 32;

/// Parts of the universe with one sampled window each.
inline constexpr std::size_t kSampleStrata = 64;

/// Different indices that a sample holds at most. At the highest level every window has one index,
/// so that all windows together fit.
inline constexpr std::size_t kSampleCapacity = kSampleStrata;

/// Sampled positions are written in 32 bits: 6 of the stratum and 26 within its window.
inline constexpr int kPositionBits = 26;

/// Window `stratum` of `level`: a pseudo-random half of that of the level before; the whole stratum
/// at level 0. Empty only if the stratum is.
Range sample_window(Range universe, std::size_t stratum, int level);

/// The lowest level whose positions fit kPositionBits.
int first_sample_level(Range universe);

/// The lowest level from which on every window has at most one index.
int last_sample_level(Range universe);

/// Entries of a bin are counted in units of 2^shift, so that the sum of `ranks` such counts fits 32
/// bits.
int bin_shift(Range universe, std::uint64_t ranks);

}  // namespace sparlab::model
