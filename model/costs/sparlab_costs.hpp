#pragma once

#include "model/base/cost.hpp"
#include "model/costs/problem.hpp"
#include "model/parameters/hierarchical.hpp"

/// The costs of sparlab's own algorithms, as implemented; see allreduce_costs.hpp.
namespace sparlab::model {

/// Exact where supports are known. Otherwise ranks are exchangeable and make equal decisions.
Cost sparlab_auto(const Problem& problem);

Cost hierarchical(const Problem& problem, const HierarchicalParameters& parameters);

}  // namespace sparlab::model
