#pragma once

#include "model/base/cost.hpp"
#include "model/costs/problem.hpp"

namespace sparlab::model {

/// The stage in which every rank converts its coo input to dense; the largest input counts.
Stage densification(const Problem& problem);

}  // namespace sparlab::model
