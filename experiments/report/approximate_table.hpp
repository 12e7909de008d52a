#pragma once

#include <string>
#include <vector>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// A row of headings for engines and one for columns, then for each position a row with the fastest
/// approximate algorithm and, for each engine, its time and how many times faster it is than the
/// fastest exact one. Engines that disagree stand in a row of their own. No rows if none is
/// approximate.
std::vector<std::vector<std::string>> approximate_rows(const Panel& panel);

/// A row of headings, then for each approximate algorithm how far its results are off, wherever an
/// engine saw values: the range of error_l2, and of the mass lost ("none" if it is conserved). No
/// rows if no engine did.
std::vector<std::vector<std::string>> error_rows(const Panel& panel);

}  // namespace sparlab::experiments
