#pragma once

#include <string>
#include <vector>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// Whether the engines of a panel have the same winner. They are compared at the positions at which
/// all of them have a result of every algorithm that all of them ran; the first sentence gives the
/// number of these positions. Each further sentence describes a stretch where they disagree: the
/// winner of each engine, and what following the first engine would cost there. Empty for a single
/// engine.
std::vector<std::string> disagreement_sentences(const Panel& panel);

}  // namespace sparlab::experiments
