#pragma once

#include <optional>
#include <vector>

#include "analysis/results/panel.hpp"

namespace sparlab::analysis {

/// Time of the best dense algorithm divided by that of the best sparse one, along a panel.
struct SparseGains {
  struct Place {
    double position = 0;
    double gain = 0;
  };
  std::vector<Place> places;         ///< where both ran
  std::optional<double> dense_from;  ///< from here to the last place, dense is faster

  /// Null if there are no places.
  const Place* greatest() const;
};

/// Of one engine. Contract: as for standing_at.
SparseGains sparse_gains(const Panel& panel, experiments::Engine engine);

}  // namespace sparlab::analysis
