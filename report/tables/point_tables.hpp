#pragma once

#include <cstddef>
#include <iosfwd>
#include <span>

#include "analysis/results/sweep_views.hpp"
#include "report/tables/report_writer.hpp"

namespace sparlab::report {

/// A `top` that leaves out no algorithm.
inline constexpr std::size_t kAllAlgorithms = ~std::size_t{0};

/// Two rows of headings. Then, for each position, a row for each algorithm that is among the `top`
/// fastest exact or the `top` fastest approximate ones of some engine, and for the best dense ones;
/// in order of the times of the first engine that has them, approximate ones last. For each engine
/// it has the time, the time over that of the best exact algorithm ("-" if there is none), and the
/// bandwidth in GB/s.
TextRows point_rows(const analysis::Panel& panel, std::size_t top);

/// How many rows point_rows has at most, without its headings.
std::size_t count_point_rows(const analysis::Panel& panel, std::size_t top);

/// The same as comma-separated values, with a line for each engine and all numbers in full. The
/// place counts exact and approximate algorithms apart; a cell is empty if it is unknown.
void write_points_csv(std::ostream& stream, std::span<const analysis::SweepView> sweeps,
                      std::size_t top);

/// The same with a JSON object for each line.
void write_points_jsonl(std::ostream& stream, std::span<const analysis::SweepView> sweeps,
                        std::size_t top);

}  // namespace sparlab::report
