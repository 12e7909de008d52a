#pragma once

#include <string>
#include <vector>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// Whether the engines of a panel name the same winner. They are compared at positions at which all
/// of them have a result of every algorithm that all of them ran; the first sentence says how many
/// these are. Where they disagree, a sentence for each stretch says what each names and what
/// following the first engine would cost there. None for a single engine.
std::vector<std::string> disagreement_sentences(const Panel& panel);

}  // namespace sparlab::experiments
