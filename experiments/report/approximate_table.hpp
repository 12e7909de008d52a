#pragma once

#include <string>
#include <vector>

#include "experiments/report/approximate_choice.hpp"
#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// A row of headings for engines and one for columns, then for each position a row for each
/// approximate algorithm that is the fastest on some engine, alone or shared: its error_l2 there
/// and, for that engine, its time and how many times faster it is than the fastest exact one ("?"
/// where an exact one lacks a result). Those whose error is greater than `most_error` are left out,
/// and those of unknown error wherever that of another is known. No rows if none is approximate.
std::vector<std::vector<std::string>> approximate_rows(const Panel& panel,
                                                       double most_error = kMostError);

/// A row of headings, then for each approximate algorithm how far its results are off, wherever an
/// engine saw values: the range of error_l2, and of the mass lost ("none" if it is conserved). No
/// rows if no engine did.
std::vector<std::vector<std::string>> error_rows(const Panel& panel);

}  // namespace sparlab::experiments
