#pragma once

#include <cstdint>
#include <vector>

#include "model/choice/agreed_inputs.hpp"
#include "model/cost.hpp"
#include "model/costs/problem.hpp"

/// The first part of sparlab_auto (algos/systems/sparlab_auto/early_exchange.hpp).
namespace sparlab::model {

/// Adds the exchange of summaries among ranks none of which sends data: ceil(log2 P) messages.
void add_summary_exchange(Cost& cost, std::uint64_t ranks);

struct ExchangeOutcome {
  bool gathered = false;                    ///< all ranks have reduced all inputs
  std::vector<Contribution> contributions;  ///< otherwise: what was summarised
  Cost cost;
};

/// The exchange of ranks some of which start with data.
ExchangeOutcome early_exchange(const Problem& problem, const std::vector<bool>& starts_with_data);

/// The whole allreduce if all ranks start with data: everybody gathers all inputs and reduces them.
Cost early_gather(const Problem& problem);

}  // namespace sparlab::model
