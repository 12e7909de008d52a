#pragma once

#include "model/base/cost.hpp"
#include "model/costs/problem.hpp"

namespace sparlab::model {

/// The cost of sparlab_auto as implemented. Exact where supports are known. Otherwise ranks are
/// exchangeable and make equal decisions.
Cost sparlab_auto(const Problem& problem);

}  // namespace sparlab::model
