#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/results/model_times.hpp"
#include "analysis/results/panel.hpp"

namespace sparlab::analysis {

/// Two algorithms, by name.
using AlgorithmPair = std::pair<std::string, std::string>;

/// A crossover of two times along a panel's axis, as precisely as it is known.
struct PanelCrossover {
  double at = 0;  ///< the most likely place, for drawing
  /// Up to `lo` the previous winner leads, from `hi` on the next one. For the model they are
  /// neighbours, found by solving. For other engines they are positions that ran; for measurements
  /// these enclose the 95 % bootstrap interval.
  double lo = 0;
  double hi = 0;
  double support = 1;             ///< share of the resampled curves that cross there
  bool first_wins_after = false;  ///< the first algorithm is faster after the crossover
};

/// A text with significant digits only: "0.115" if the interval is that narrow, otherwise "[0.1
/// 0.3]". For P and N, the first value at which the next winner leads.
std::string crossover_text(Axis axis, const PanelCrossover& crossover);

/// Finds the crossovers of one panel, which must outlive it. For `model` they are solved by the
/// closed form, if the platform file is unchanged; for other engines they are located between
/// positions. Positions at which either side lacks a record split the curves; times that are not
/// positive are skipped. Evaluates the closed form once for each algorithm and step.
class CrossoverSearch {
 public:
  explicit CrossoverSearch(const Panel& panel) : panel_(panel) {}

  /// Where the times of two algorithms cross on one engine.
  std::vector<PanelCrossover> of(experiments::Engine engine, const AlgorithmPair& pair);

  /// The same for the best sparse (first) and the best dense time (second), at positions where the
  /// winner is known (Coverage).
  std::vector<PanelCrossover> of_families(experiments::Engine engine);

  /// Why the crossovers of engine `model` are not solved; empty if they are, or if the engine has
  /// no series.
  std::string why_not_solved();

 private:
  ModelTimes& times();

  const Panel& panel_;
  std::optional<ModelTimes> times_;
};

/// The results of a CrossoverSearch for one question.
std::vector<PanelCrossover> crossovers_of(const Panel& panel, experiments::Engine engine,
                                          const AlgorithmPair& pair);
std::vector<PanelCrossover> sparse_dense_crossovers(const Panel& panel, experiments::Engine engine);

/// The crossover of a pair that is nearest to a place; a place without one is its own crossover.
PanelCrossover nearest_crossover(const Panel& panel, experiments::Engine engine,
                                 const AlgorithmPair& pair, double where);

/// The number of positions at which the two can be compared; "no crossover" refers to these.
std::size_t compared_positions(const Panel& panel, experiments::Engine engine,
                               const AlgorithmPair& pair);
std::size_t compared_families(const Panel& panel, experiments::Engine engine);

/// A stretch of the axis on which one algorithm has the first place, alone or tied.
struct WinnerRange {
  std::string algorithm;
  double first = 0;  ///< first position of the stretch
  double last = 0;
  double until = 0;  ///< approximate place of the next takeover; `last` if there is none
};

/// The sequence of winners along the axis on one engine, in as few ranges as ties allow, over the
/// positions where the winner is known (Coverage). An algorithm that shares the first place keeps
/// it; among several that newly share it, the one that will keep it longest takes it. The ranges
/// select the crossovers of interest; the fastest algorithm at a position is given by its Standing.
std::vector<WinnerRange> winner_ranges(const Panel& panel, experiments::Engine engine);

/// Neighbours in the winner ranges of any engine, without duplicates, in the order of the axis.
std::vector<AlgorithmPair> successive_winners(const Panel& panel);

}  // namespace sparlab::analysis
