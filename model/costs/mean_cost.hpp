#pragma once

#include "model/base/cost.hpp"

namespace sparlab::model {

/// Adds `share` of the cost to a mean over several kinds of calls.
void add_share(Cost& mean, const Cost& cost, double share);

}  // namespace sparlab::model
