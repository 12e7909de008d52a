#pragma once

#include <cstddef>
#include <cstdint>

#include "model/fill_in/fill_in.hpp"

/// Where sparlab_auto looks at its inputs. Known to all ranks beforehand, so that indices which
/// several ranks saw there tell how much inputs overlap.
namespace sparlab::model {

/// Equal parts of the universe whose entries are counted, to see hot ranges.
inline constexpr std::size_t kInputBins = 32;

/// Parts of the universe with one sampled window each. Many, because entries cluster: a few hot
/// places would otherwise decide what the sample says.
inline constexpr std::size_t kSampleStrata = 1024;

/// Different indices that a sample holds at most.
inline constexpr std::size_t kSampleCapacity = 128;

/// Sampled positions are written in 32 bits: 10 of the stratum and 22 within its window.
inline constexpr int kPositionBits = 22;

/// Window `stratum` of `level`: a pseudo-random half of that of the level before; the whole stratum
/// at level 0. Once windows have one index, half of those that are left vanish with each level.
Range sample_window(Range universe, std::size_t stratum, int level);

/// The window of `level` of a stratum whose window of the level before is `window`.
Range narrowed_window(Range universe, std::size_t stratum, Range window, int level);

/// The lowest level whose positions fit kPositionBits.
int first_sample_level(Range universe);

/// The lowest level at which all windows together have at most one index.
int last_sample_level(Range universe);

/// Entries of a bin are counted in units of 2^shift, so that the sum of `ranks` such counts fits 32
/// bits.
int bin_shift(Range universe, std::uint64_t ranks);

}  // namespace sparlab::model
