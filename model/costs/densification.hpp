#pragma once

#include "model/cost.hpp"
#include "model/costs/problem.hpp"

namespace sparlab::model {

/// Every rank makes its coo input dense; the largest counts.
Stage densification(const Problem& problem);

}  // namespace sparlab::model
