#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/results/crossovers.hpp"
#include "analysis/results/pairing.hpp"

namespace sparlab::analysis {

/// A crossover of two algorithms along density, or along N where only N varies: as predicted and as
/// measured. One of the two is missing if only the other crosses.
struct MatchedCrossover {
  std::string predictor;
  std::string where;  ///< "lumi, over, P = 8"
  Axis axis = Axis::density;
  AlgorithmPair pair;  ///< before and after it
  std::optional<PanelCrossover> predicted, measured;

  /// True if both cross and the intervals overlap.
  bool overlaps() const;
  /// The predicted place over the measured one; nullopt if one is missing.
  std::optional<double> ratio() const;
};

/// The crossovers of successive winners, predicted or measured, at the compared points.
std::vector<MatchedCrossover> matched_crossovers(const Pairing& pairing);

}  // namespace sparlab::analysis
