#pragma once

#include <cstdint>
#include <vector>

#include "model/base/cost.hpp"
#include "model/choice/agreed_inputs.hpp"
#include "model/costs/problem.hpp"

/// The first part of sparlab_auto (algos/systems/sparlab_auto/early_exchange.hpp).
namespace sparlab::model {

/// Adds the exchange of summaries if no rank sends data: ceil(log2 P) messages.
void add_summary_exchange(Cost& cost, std::uint64_t ranks);

struct ExchangeOutcome {
  bool gathered = false;                    ///< all ranks have reduced all inputs
  std::vector<Contribution> contributions;  ///< the summaries, if not gathered
  Cost cost;
};

/// The exchange where some ranks start with data.
ExchangeOutcome early_exchange(const Problem& problem, const std::vector<bool>& starts_with_data);

/// The whole allreduce if all ranks start with data: every rank gathers all inputs and reduces
/// them.
Cost early_gather(const Problem& problem);

}  // namespace sparlab::model
