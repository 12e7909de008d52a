#pragma once

#include <iosfwd>

#include "base/text/value.hpp"
#include "experiments/run/engines/traced_call.hpp"

namespace sparlab::report {

/// Of up to so many ranks, texts list the messages of each round that has at most the other number.
inline constexpr std::uint64_t kMostListedRanks = 16;
inline constexpr std::size_t kMostListedMessages = 256;

/// All messages, by round.
base::Fields messages_fields(const experiments::run::TracedCall& call);
/// The messages of each round, or one of them as an example.
void print_messages(std::ostream& stream, const experiments::run::TracedCall& call);

}  // namespace sparlab::report
