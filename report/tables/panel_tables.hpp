#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/results/approximate_choice.hpp"
#include "analysis/results/link_use.hpp"
#include "analysis/results/panel.hpp"
#include "analysis/results/sweep_views.hpp"
#include "report/tables/report_writer.hpp"

/// The tables of a panel, and of a sweep of panels.
namespace sparlab::report {

/// Two rows of headings. Then, for each position, a row for each algorithm that has the first place
/// on some engine, alone or tied. For each such engine it has the time, the lead over the fastest
/// other algorithm ("+12%", "3.40x", "tie", "~3%" and "~-3%" for ties of measurements) and the gain
/// (best dense time divided by its own), or "?" for both where others lack a result.
TextRows winner_rows(const analysis::Panel& panel);

/// A row of headings for engines and one for columns. Then, for each position, a row for each
/// approximate algorithm that is the fastest on some engine, alone or tied. The row has its
/// error_l2 at the position and, for that engine, its time and how many times faster it is than the
/// fastest exact one ("?" where an exact one lacks a result). Algorithms with an error above
/// `most_error` are omitted, and so are those of unknown error wherever another's is known. No rows
/// if there is no approximate algorithm.
TextRows approximate_rows(const analysis::Panel& panel, double most_error = analysis::kMostError);

/// A row of headings, then a row for each approximate algorithm with the errors of its results,
/// wherever an engine carried values: the range of error_l2 and of the lost mass ("none" if it is
/// conserved). No rows if no engine carried values.
TextRows error_rows(const analysis::Panel& panel);

/// Compares one engine's times of an algorithm with those of the reference engine, over the
/// positions of a panel at which both have one. Ratios are not averaged: median and extremes are
/// given.
struct Agreement {
  experiments::Engine engine = experiments::Engine::loggp;
  std::string algorithm;
  std::size_t positions = 0;
  double median = 1;
  double least = 1;
  double greatest = 1;
};

/// The engine that the others are compared with: the first of model, loggp, simgrid, mpi that has a
/// series. nullopt if the panel has only one engine.
std::optional<experiments::Engine> reference_engine(const analysis::Panel& panel);

/// By algorithm and engine; combinations without a common position are omitted.
std::vector<Agreement> agreements(const analysis::Panel& panel, experiments::Engine reference);

/// A notation in a table of crossovers that needs an explanation.
enum class CrossoverMark : std::uint8_t {
  interval,  ///< "[0.03 0.1]"
  share,     ///< "(80%)" of the resampled curves cross in the interval
  none,      ///< "none": both ran and do not cross
  part,      ///< "none (3 of 12)": the number of positions where both ran
  absent     ///< "-": fewer than two positions to compare
};
using CrossoverMarks = std::set<CrossoverMark>;

/// One line for each notation.
std::vector<std::string> legend_of(const CrossoverMarks& marks);

struct CrossoverTable {
  TextRows rows;
  CrossoverMarks marks;
  std::string remark;  ///< why the model's crossovers are not solved; empty if they are
};

/// A heading, then a row for the best sparse against the best dense time and for each pair of
/// successive winners. A cell is the place where they cross on an engine: solved (model), or the
/// positions in between. No rows if the panel has one position.
CrossoverTable crossover_table(const analysis::Panel& panel);

/// A heading, then a row for each algorithm: the ratios of the engines' times to the reference
/// engine's. "1.02 (1.00 to 1.10)" is median, minimum and maximum, followed by the number of
/// positions if some are missing. Two or more algorithms whose ratios are all 1.000 share the last
/// row, "the other 7 algorithms". Empty if there is only one engine.
TextRows agreement_rows(const analysis::Panel& panel);

/// For each position and algorithm, the `top` fastest: bytes that passed the links of each class,
/// the mean utilisation of its links and that of the busiest one ("most"). Two heading rows. Empty
/// if no record has link statistics.
TextRows link_rows(const analysis::Panel& panel, std::size_t top);

/// The busiest links of the fastest algorithm at the last position of each engine. One heading row.
TextRows busiest_link_rows(const analysis::Panel& panel);

/// Two rows of headings, then a row for each exact algorithm that has the first place somewhere in
/// a sweep, alone or tied; the one with the most places first. For each engine it has the number of
/// these points and the range of their positions. The last row has the number of points at which
/// the winner is known. No rows if it is known nowhere.
TextRows wins_rows(const analysis::SweepView& sweep);

}  // namespace sparlab::report
