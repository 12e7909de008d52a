#pragma once

#include <cstdint>
#include <vector>

#include "model/base/cost.hpp"
#include "model/choice/agreed_inputs.hpp"
#include "model/costs/problem.hpp"

/// The first part of sparlab_auto (algos/systems/sparlab_auto/early_exchange.hpp).
namespace sparlab::model {

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

}  // namespace sparlab::model
