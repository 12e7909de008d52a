#pragma once

#include <cstdint>
#include <vector>

#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {

/// The parts - 1 positions that cut the entries of `ranks` in `range` into pieces of equal counts:
/// cut i is the smallest x such that i/parts of the entries are in [range.lo, x).
///
/// Cost    log2(range size) queries of `fill_in` per cut.
std::vector<std::uint64_t> equal_count_cuts(const FillIn& fill_in, Ranks ranks, Range range,
                                            std::uint64_t parts);

/// The smallest x such that `ranks` hold at least `entries` entries in [range.lo, x); range.hi if
/// there is none.
std::uint64_t position_of_count(const FillIn& fill_in, Ranks ranks, Range range, double entries);

}  // namespace sparlab::model
