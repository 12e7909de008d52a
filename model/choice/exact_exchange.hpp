#pragma once

#include <vector>

#include "model/choice/early_exchange.hpp"
#include "model/costs/problem.hpp"

namespace sparlab::model {

/// sparlab_auto's first exchange with the supports of every rank, which may begin with their data
/// or with a summary. It passes through the first ranks of nodes of `node` ranks.
ExchangeOutcome exact_exchange(const Problem& problem, std::uint64_t node,
                               const std::vector<bool>& starts_with_data);

}  // namespace sparlab::model
