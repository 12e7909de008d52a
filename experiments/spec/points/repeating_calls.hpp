#pragma once

#include <cstdint>

#include "experiments/spec/points/point.hpp"

namespace sparlab::experiments {

/// Simulations count messages by phase up to so many ranks.
inline constexpr std::uint64_t kMostRanksCounted = 4096;
/// Sends, begins and ends of receives, and phases that a simulation keeps for its critical path.
inline constexpr std::uint64_t kMostTracedEvents = std::uint64_t{1} << 19U;

/// Whether the simulation of a period may leave out calls that repeat earlier ones. Not where what
/// is sent or what shares the network may differ from call to call, nor where that cannot be seen:
/// real data (residuals), several runs with noise, routes that are chosen at random or by load,
/// several jobs, a background, records of what passed the links, many ranks.
inline bool may_leave_out_calls(const Point& point) {
  return point.payload == Payload::counted && point.runs == 0 && point.jobs == 1 &&
         !point.background.present() && point.routing == runtime::loggp::Routing::minimal &&
         !point.link_statistics && point.ranks <= kMostRanksCounted;
}

}  // namespace sparlab::experiments
