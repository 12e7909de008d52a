#pragma once

#include <string>
#include <vector>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// Two rows of headings, then for each position a row for each algorithm that has the first place
/// on some engine, alone or shared, and for each engine on which it has: its time, its lead over
/// the fastest other one ("+12%", "3.40x", "tie", "~3%" and "~-3%" for ties of measurements)
/// and its gain (best dense time over its own), or "?" for both where others lack a result.
std::vector<std::vector<std::string>> winner_rows(const Panel& panel);

}  // namespace sparlab::experiments
