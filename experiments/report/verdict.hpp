#pragma once

#include <string>
#include <vector>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// What to conclude from a panel, in plain words: for each engine which exact algorithm to use in
/// which range of the axis (engines that say the same share a sentence) and where the table names
/// another that ties, then whether measurements can be compared at all (not if ranks shared
/// processors), then where the engines disagree about the winner among the algorithms that all of
/// them ran, and what following the first engine would cost there, then what sparlab_auto lost by
/// choosing; at last which approximate one is
/// the fastest in which range. One sentence each.
std::vector<std::string> verdict(const Panel& panel);

}  // namespace sparlab::experiments
