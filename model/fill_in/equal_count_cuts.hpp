#pragma once

#include <cstdint>
#include <vector>

#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {

/// The parts - 1 positions that cut what `ranks` hold in `range` into pieces of equal counts: cut i
/// is the least x such that i/parts of the entries are in [range.lo, x).
///
/// Cost    log2 of the range's size queries of `fill_in` a cut.
std::vector<std::uint64_t> equal_count_cuts(const FillIn& fill_in, Ranks ranks, Range range,
                                            std::uint64_t parts);

/// The least x such that `ranks` hold at least `entries` entries in [range.lo, x); range.hi if they
/// never do.
std::uint64_t position_of_count(const FillIn& fill_in, Ranks ranks, Range range, double entries);

}  // namespace sparlab::model
