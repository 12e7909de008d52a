#pragma once

#include <cstdint>
#include <vector>

#include "model/base/cost.hpp"
#include "model/choice/agreed_inputs.hpp"
#include "model/choice/choice.hpp"
#include "model/costs/problem.hpp"

namespace sparlab::model {

// The first part of sparlab_auto (algos/systems/sparlab_auto/early_exchange.hpp).

/// The ranks of a node if the exchange passes through the first rank of every node; otherwise 1.
/// Nodes are the hosts where neighbouring ranks share one of several hosts.
std::uint64_t exchange_node(std::uint64_t ranks, const Machine* machine);

/// Adds the exchange of summaries if no rank sends data: ceil(log2 P) messages, or those of trees
/// in nodes and of an exchange between their leaders.
void add_summary_exchange(Cost& cost, const Problem& terms);

struct ExchangeOutcome {
  bool gathered = false;                    ///< all ranks have the reduction of all inputs
  std::vector<Contribution> contributions;  ///< the summaries, if not gathered
  Cost cost;
};

/// The exchange where some ranks start with data.
ExchangeOutcome early_exchange(const Problem& problem, const std::vector<bool>& starts_with_data);

/// The whole allreduce if all ranks start with data: every rank, or every leader of a node, gathers
/// all inputs and reduces them.
Cost early_gather(const Problem& problem);

// The messages of sparlab_auto's first exchange, for exact supports and for exchangeable ranks.

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

/// sparlab_auto's first exchange with the supports of every rank, which may begin with their data
/// or with a summary. It passes through the first ranks of nodes of `node` ranks.
ExchangeOutcome exact_exchange(const Problem& problem, std::uint64_t node,
                               const std::vector<bool>& starts_with_data);

}  // namespace sparlab::model
