#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// Two algorithms, by name.
using AlgorithmPair = std::pair<std::string, std::string>;

/// Where one of two times overtakes the other along a panel's axis, as far as that is known.
struct PanelCrossover {
  double at = 0;  ///< the likeliest place, for drawing
  /// Up to `lo` the earlier winner leads, from `hi` on the next one. Solved for the model: next to
  /// each other. Else positions that ran, which for measurements enclose the 95 % bootstrap
  /// interval.
  double lo = 0;
  double hi = 0;
  double support = 1;             ///< share of the resampled measurements that cross there
  bool first_wins_after = false;  ///< the first of the two is the faster one after it
};

/// As text, with no digit that is not known: "0.115" where the interval is that narrow, else
/// "[0.1 0.3]"; of P and N the first value at which the next winner leads.
std::string crossover_text(Axis axis, const PanelCrossover& crossover);

/// Where the times of two algorithms cross on one engine: solved by the closed form for `model`, if
/// the platform file is there as it was; for other engines, between which positions. Positions at
/// which either lacks a record cut the curves; those that are not positive are left out.
std::vector<PanelCrossover> crossovers_of(const Panel& panel, Engine engine,
                                          const AlgorithmPair& pair);

/// The same for the best sparse (first) and the best dense time (second), at positions that can be
/// judged (Coverage).
std::vector<PanelCrossover> sparse_dense_crossovers(const Panel& panel, Engine engine);

/// Positions at which the two can be compared: "no crossover" is a statement about these.
std::size_t compared_positions(const Panel& panel, Engine engine, const AlgorithmPair& pair);
std::size_t compared_families(const Panel& panel, Engine engine);

/// Why the crossovers of engine `model` are not solved; empty if they are, or there is no such
/// engine.
std::string why_not_solved(const Panel& panel);

/// A stretch of the axis on which one algorithm has the first place, alone or shared.
struct WinnerRange {
  std::string algorithm;
  double first = 0;  ///< first position of the stretch
  double last = 0;
  double until = 0;  ///< about where the next one takes over; `last` if there is none
};

/// Which algorithms follow each other along the axis on one engine, in as few ranges as ties allow,
/// over the positions that can be judged (Coverage): who shares the first place keeps it, and of
/// several that share it the one takes it that keeps it longest. This says whose crossovers are of
/// interest; who is the fastest at a position is said by its Standing.
std::vector<WinnerRange> winner_ranges(const Panel& panel, Engine engine);

/// Neighbours among the winner ranges of any engine, each pair once, in the order of the axis.
std::vector<AlgorithmPair> successive_winners(const Panel& panel);

}  // namespace sparlab::experiments
