#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/results/panel.hpp"

namespace sparlab::report {

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

/// The notations in a table of crossovers that need an explanation.
struct CrossoverMarks {
  bool interval = false;  ///< "[0.03 0.1]"
  bool share = false;     ///< "(80%)" of the resampled curves cross in the interval
  bool none = false;      ///< "none": both ran and do not cross
  bool part = false;      ///< "none (3 of 12)": the number of positions where both ran
  bool absent = false;    ///< "-": fewer than two positions to compare

  CrossoverMarks& operator|=(const CrossoverMarks& other);
  /// One line for each notation that occurs.
  std::vector<std::string> legend() const;
};

struct CrossoverTable {
  std::vector<std::vector<std::string>> rows;
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
std::vector<std::vector<std::string>> agreement_rows(const analysis::Panel& panel);

}  // namespace sparlab::report
