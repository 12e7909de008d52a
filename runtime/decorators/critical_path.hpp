#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "runtime/decorators/message_trace.hpp"

namespace sparlab::runtime::decorators {

/// Seconds of the critical path in one phase of one call.
struct PathPart {
  std::uint32_t call = 0;
  std::string phase;
  double seconds = 0;
};

/// The time of the CPU that completes a receive of so many bytes. Empty: none.
using ReceiveCost = std::function<double(double bytes)>;

/// The critical path of a complete trace: it goes back from the end of the slowest rank to its own
/// start. Where the rank on the path waited for a message, the path continues at the send of this
/// message, on its sender. The time of the message belongs to the phase in which it was sent.
///
/// Parts are in the order in which the path first enters them, and add up to the time of the
/// slowest rank from its start. Before its first event, a rank is in phase "".
/// A wait for a send stays on its rank.
///
/// Cost    O(events of the ranks on the path) for each message on it.
std::vector<PathPart> critical_path(const MessageTrace& trace, const ReceiveCost& receive_cost);

}  // namespace sparlab::runtime::decorators
