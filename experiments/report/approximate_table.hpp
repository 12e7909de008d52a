#pragma once

#include <string>
#include <vector>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// A row of headings for engines and one for columns, then for each position a row with the fastest
/// approximate algorithm and, for each engine, its time and how many times faster it is than the
/// fastest exact one; then how far its result is off: error_l2 and lost mass ("-" where no values
/// were seen). Engines that disagree stand in a row of their own. No rows if none is approximate.
std::vector<std::vector<std::string>> approximate_rows(const Panel& panel);

}  // namespace sparlab::experiments
