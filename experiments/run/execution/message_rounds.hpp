#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/decorators/message_trace.hpp"

namespace sparlab::experiments::run {

/// A message of one call. Its round is one more than the largest round of the messages that its
/// sender had received, in this call, before it sent.
struct RoundMessage {
  std::size_t round = 1;
  std::size_t from = 0;
  std::size_t to = 0;
  double bytes = 0;   ///< on the wire
  std::string phase;  ///< in which it was sent
};

/// The messages of a call of a complete trace, by round, sender, and the order in which it sent.
///
/// Cost    O(messages of the two ranks) for each message.
std::vector<RoundMessage> messages_of_call(const runtime::decorators::MessageTrace& trace,
                                           std::uint32_t call);

}  // namespace sparlab::experiments::run
