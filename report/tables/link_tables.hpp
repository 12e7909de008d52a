#pragma once

#include "analysis/results/link_use.hpp"
#include "report/tables/report_writer.hpp"

namespace sparlab::report {

/// For each position and algorithm, the `top` fastest: bytes that passed the links of each class,
/// the mean utilisation of its links and that of the busiest one ("most"). Two heading rows. Empty
/// if no record has link statistics.
TextRows link_rows(const analysis::Panel& panel, std::size_t top);

/// The busiest links of the fastest algorithm at the last position of each engine. One heading row.
TextRows busiest_link_rows(const analysis::Panel& panel);

}  // namespace sparlab::report
