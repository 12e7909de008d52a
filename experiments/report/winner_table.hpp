#pragma once

#include <string>
#include <vector>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// Two rows of headings, then for each position a row with the winner and, for each engine, its
/// time, its lead over the second ("+12%", "3.40x", "tie", "~3%" within the noise of measurements)
/// and its gain (best dense time over best sparse time). Engines that disagree about the winner
/// stand in a row of their own.
std::vector<std::vector<std::string>> winner_rows(const Panel& panel);

}  // namespace sparlab::experiments
