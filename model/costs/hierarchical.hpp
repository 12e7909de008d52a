#pragma once

#include "model/base/cost.hpp"
#include "model/costs/problem.hpp"
#include "model/parameters/hierarchical.hpp"

namespace sparlab::model {

Cost hierarchical(const Problem& problem, const HierarchicalParameters& parameters);

}  // namespace sparlab::model
