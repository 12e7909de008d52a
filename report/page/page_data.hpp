#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "analysis/results/sweep_views.hpp"

namespace sparlab::report {

/// A page holds at most this many rows; of larger results, evenly spaced positions of each panel.
inline constexpr std::size_t kMostPageRows = 20'000;

/// The records of all sweeps as the JSON document that assets/page.js reads: algorithms with their
/// styles, sweeps with their maps and the commands that run them again, and one row per record.
std::string page_data(std::span<const analysis::SweepView> sweeps,
                      std::size_t most_rows = kMostPageRows);

/// `sparlab run` with the axes of one panel, for a shell: of its positions, those in `shown`.
std::string run_command_text(const analysis::SweepView& sweep, const analysis::Panel& panel,
                             const std::set<double>& shown);

}  // namespace sparlab::report
