#pragma once

#include <optional>

#include "model/base/cost.hpp"
#include "model/choice/choice.hpp"
#include "model/costs/problem.hpp"

namespace sparlab::model {

/// The cost of sparlab_auto as implemented. Exact where supports are known. Otherwise ranks are
/// exchangeable and make equal decisions.
Cost sparlab_auto(const Problem& problem);

/// The algorithm to which it delegates a problem. nullopt where it does not choose: ranks send
/// their inputs at once and gather those of all.
std::optional<AlgorithmChoice> delegation(const Problem& problem);

}  // namespace sparlab::model
