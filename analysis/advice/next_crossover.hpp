#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "analysis/advice/axis_times.hpp"

namespace sparlab::analysis {

enum class Direction : std::uint8_t { down, up };

/// Where the fastest algorithm of a point loses the first place along an axis.
struct NextCrossover {
  std::uint64_t looked_to = 0;        ///< no other is faster up to here, or up to `step`
  std::optional<std::uint64_t> step;  ///< the first one at which another is faster
  std::size_t winner = 0;             ///< which is the fastest there
};

/// Looks at steps that grow by at most a factor of two, and solves between two of them exactly, to
/// one step; an algorithm that is faster on a shorter stretch in between is missed. Along P, the
/// numbers next to powers of two are among the steps, since algorithms differ there. An algorithm
/// that takes r times the time of the fastest one at a step is not asked within log4(r) doublings
/// of it, along P log4(r / 4): a formula gains at most a factor of four on another in a doubling,
/// and along P as much from one number to the next, since algorithms treat powers of two apart.
NextCrossover next_crossover(AxisTimes& times, std::size_t fastest, Direction direction);

}  // namespace sparlab::analysis
