#pragma once

#include <cstddef>
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

/// How often the engines of a panel have the same fastest exact algorithm, alone or tied.
struct WinnerAgreement {
  std::size_t compared = 0;  ///< positions with results of all algorithms that all engines ran
  std::size_t agreed = 0;
};
/// All 0 for a single engine. Measurements in which ranks shared a processor are left out.
WinnerAgreement winner_agreement(const Panel& panel);

}  // namespace sparlab::analysis
