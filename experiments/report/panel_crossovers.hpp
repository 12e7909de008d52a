#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/report/panel.hpp"
#include "model/sampled_crossover.hpp"

namespace sparlab::experiments {

/// Two algorithms, by name.
using AlgorithmPair = std::pair<std::string, std::string>;

/// Where the times of two algorithms cross along the panel's axis on one engine: medians at the
/// positions, straight lines in log-log between them, a bootstrap interval if there are samples.
/// Positions at which either lacks a record cut the curves; those that are not positive are left
/// out.
std::vector<model::SampledCrossover> crossovers_of(const Panel& panel, Engine engine,
                                                   const AlgorithmPair& pair);

/// The same for the best sparse (first) and the best dense time (second) at each position.
std::vector<model::SampledCrossover> sparse_dense_crossovers(const Panel& panel, Engine engine);

/// True if the engine has both, so that "no crossover" is a statement.
bool has_both(const Panel& panel, Engine engine, const AlgorithmPair& pair);
bool has_sparse_and_dense(const Panel& panel, Engine engine);

/// A stretch of the axis that one algorithm wins.
struct WinnerRange {
  std::string algorithm;
  double first = 0;  ///< first position of the series that it wins
  double last = 0;
  double until = 0;  ///< crossover with the next winner; `last` if there is none
};

/// The winners along the axis on one engine, in as few ranges as ties allow: who shares the first
/// place keeps it, and of several that share it the one takes it that keeps it longest. Positions
/// without records are passed over.
std::vector<WinnerRange> winner_ranges(const Panel& panel, Engine engine);

/// Contract: the engine has a record at this position.
const std::string& winner_at(const std::vector<WinnerRange>& ranges, double position);

/// Neighbouring winners on any engine, each pair once, in the order of the axis.
std::vector<AlgorithmPair> successive_winners(const Panel& panel);

}  // namespace sparlab::experiments
