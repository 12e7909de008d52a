#pragma once

#include <cstdint>
#include <vector>

#include "model/base/cost.hpp"
#include "model/choice/choice.hpp"
#include "model/costs/problem.hpp"

/// The messages of sparlab_auto's first exchange, for exact supports and for exchangeable ranks.
namespace sparlab::model {

/// A round of the exchange: each rank receives what the rank at `distance` knows, with that rank's
/// own input or without it.
struct Round {
  std::uint64_t distance = 1;  ///< also the number of inputs received
  bool with_own = true;
};

/// Recursive doubling if P is a power of two, otherwise Bar-Noy's scheme.
std::vector<Round> rounds_of(std::uint64_t ranks);

/// The message of a rank in a round; its size is that of the slowest.
Stage stage_of(const Round& round, std::uint64_t ranks, double bytes = -1);

/// Bytes and conversions of what a rank sends in one round.
struct Sent {
  double bytes = kSummaryBytes;
  double copies = 0;
};

/// The first rank of each node sends a message to the others along a binomial tree.
void add_node_broadcast(Cost& cost, std::uint64_t ranks, std::uint64_t node, const Sent& message);

/// Merges all streams of a group, which hold the inputs of `ranks`, into one.
Held merged(const StreamRules& rules, const std::vector<Held>& streams, Ranks ranks, Range whole,
            LocalWork& work);

}  // namespace sparlab::model
