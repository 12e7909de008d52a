#pragma once

#include <string>
#include <vector>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// Two rows of headings. Then, for each position, a row for each algorithm that has the first place
/// on some engine, alone or tied. For each such engine it has the time, the lead over the fastest
/// other algorithm ("+12%", "3.40x", "tie", "~3%" and "~-3%" for ties of measurements) and the gain
/// (best dense time divided by its own), or "?" for both where others lack a result.
std::vector<std::vector<std::string>> winner_rows(const Panel& panel);

}  // namespace sparlab::experiments
