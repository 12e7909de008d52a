#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>

#include "analysis/results/sweep_views.hpp"

namespace sparlab::report {

/// The table of a page has at most this many rows; of larger results, evenly spaced positions of
/// each panel.
inline constexpr std::size_t kMostPageRows = 20'000;

/// Of more records, charts of a page show at most kMostChartPlaces positions of as many panels.
inline constexpr std::size_t kMostChartRecords = 5'000;
inline constexpr std::size_t kMostChartPlaces = 32;

/// The records of all sweeps as the JSON document that assets/page.js reads: sweeps, their figures
/// as specifications of Vega (vega_spec), algorithms, and one row per record.
std::string page_data(std::span<const analysis::SweepView> sweeps,
                      std::size_t most_rows = kMostPageRows,
                      std::size_t most_of_charts = kMostChartRecords);

/// `sparlab run` with the axes of one panel, for a shell; empty if no engine of it runs.
std::string run_command_text(const analysis::SweepView& sweep, const analysis::Panel& panel);

}  // namespace sparlab::report
