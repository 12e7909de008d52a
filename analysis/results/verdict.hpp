#pragma once

#include <string>
#include <vector>

#include "analysis/results/approximate_choice.hpp"
#include "analysis/results/panel.hpp"

namespace sparlab::analysis {

/// The conclusions from a panel, one sentence each. For each engine: the fastest exact algorithm in
/// each range of the axis, with ties and missing results. Then whether measurements can be compared
/// at all (not if ranks shared processors), where the engines disagree, the regret of sparlab_auto,
/// and which approximate algorithm to use if an error_l2 of at most `most_error` is acceptable.
std::vector<std::string> verdict(const Panel& panel, double most_error = kMostError);

}  // namespace sparlab::analysis
