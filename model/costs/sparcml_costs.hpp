#pragma once

#include "model/base/cost.hpp"
#include "model/costs/problem.hpp"
#include "model/parameters/dsar_split_allgather_qsgd.hpp"

/// Costs of SparCML's algorithms with parameters; see allreduce_costs.hpp for the others.
namespace sparlab::model {

Cost dsar_split_allgather_qsgd(const Problem& problem,
                               const DsarSplitAllgatherQsgdParameters& parameters);

}  // namespace sparlab::model
