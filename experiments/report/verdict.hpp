#pragma once

#include <string>
#include <vector>

#include "experiments/report/approximate_choice.hpp"
#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// What to conclude from a panel, in plain words, one sentence each: for each engine which exact
/// algorithm is the fastest in which range of the axis, with all that tie and all that is missing;
/// whether measurements can be compared at all (not if ranks shared processors); where the engines
/// disagree; what sparlab_auto lost by choosing; at last which approximate algorithm to take if a
/// result with at most this error_l2 will do.
std::vector<std::string> verdict(const Panel& panel, double most_error = kMostError);

}  // namespace sparlab::experiments
