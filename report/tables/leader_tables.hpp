#pragma once

#include <string>
#include <vector>

#include "analysis/results/approximate_choice.hpp"
#include "analysis/results/panel.hpp"

namespace sparlab::report {

/// Two rows of headings. Then, for each position, a row for each algorithm that has the first place
/// on some engine, alone or tied. For each such engine it has the time, the lead over the fastest
/// other algorithm ("+12%", "3.40x", "tie", "~3%" and "~-3%" for ties of measurements) and the gain
/// (best dense time divided by its own), or "?" for both where others lack a result.
std::vector<std::vector<std::string>> winner_rows(const analysis::Panel& panel);

/// A row of headings for engines and one for columns. Then, for each position, a row for each
/// approximate algorithm that is the fastest on some engine, alone or tied. The row has its
/// error_l2 at the position and, for that engine, its time and how many times faster it is than the
/// fastest exact one ("?" where an exact one lacks a result). Algorithms with an error above
/// `most_error` are omitted, and so are those of unknown error wherever another's is known. No rows
/// if there is no approximate algorithm.
std::vector<std::vector<std::string>> approximate_rows(const analysis::Panel& panel,
                                                       double most_error = analysis::kMostError);

/// A row of headings, then a row for each approximate algorithm with the errors of its results,
/// wherever an engine carried values: the range of error_l2 and of the lost mass ("none" if it is
/// conserved). No rows if no engine carried values.
std::vector<std::vector<std::string>> error_rows(const analysis::Panel& panel);

}  // namespace sparlab::report
