#pragma once

#include <optional>

#include "model/choice/choice.hpp"

namespace sparlab::model {

/// The algorithm to which sparlab_auto delegates a problem, as its cost has it. nullopt where it
/// does not choose: ranks send their inputs at once and gather those of all.
std::optional<AlgorithmChoice> delegation(const Problem& problem);

}  // namespace sparlab::model
