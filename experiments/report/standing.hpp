#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// How the algorithms of one engine rank at one position.
struct Standing {
  /// At least one; those of equal times in the order of the registry.
  std::vector<const Record*> fastest_first;
  /// Those of them that have the first place, alone or shared: times equal to 1e-9, or measured
  /// ones whose 95 % intervals overlap the winner's. The fastest first.
  std::vector<const Record*> leaders;
  const Record* best_sparse = nullptr;  ///< null if no sparse algorithm ran
  const Record* best_dense = nullptr;   ///< null if no dense one ran

  const Record& winner() const { return *fastest_first.front(); }
  /// True if this algorithm has the first place, alone or shared.
  bool leads(std::string_view algorithm) const;
  /// Time of the fastest other algorithm over that of `record`, one of this standing's; nothing if
  /// it ran alone or took no time. Below 1 for those that only share the first place.
  std::optional<double> lead(const Record& record) const;
  /// Best dense time over that of `record`: 1 for the best dense one itself.
  std::optional<double> gain(const Record& record) const;
};

/// Nothing if the engine has no record there.
std::optional<Standing> standing_at(const Panel& panel, Engine engine, double position);

/// The same among the given algorithms only.
std::optional<Standing> standing_among(const Panel& panel, Engine engine, double position,
                                       const std::vector<std::string>& algorithms);

}  // namespace sparlab::experiments
