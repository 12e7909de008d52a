#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// The ranking of the algorithms of one engine at one position.
struct Standing {
  /// Not empty; equal times are in the order of the registry.
  std::vector<const Record*> fastest_first;
  /// The records that have the first place, alone or tied, the fastest first: times equal to 1e-9,
  /// or measurements whose 95 % intervals overlap the winner's.
  std::vector<const Record*> leaders;
  const Record* best_sparse = nullptr;  ///< null if no sparse algorithm ran
  const Record* best_dense = nullptr;   ///< null if no dense algorithm ran

  const Record& winner() const { return *fastest_first.front(); }
  /// True if this algorithm has the first place, alone or tied.
  bool leads(std::string_view algorithm) const;
  /// Time of the fastest other algorithm divided by that of `record`, which must be in this
  /// standing; nullopt if it ran alone or took no time. May be below 1 for a tied one.
  std::optional<double> lead(const Record& record) const;
  /// Best dense time divided by that of `record`: 1 for the best dense algorithm itself.
  std::optional<double> gain(const Record& record) const;
};

/// nullopt if the engine has no record at the position.
std::optional<Standing> standing_at(const Panel& panel, Engine engine, double position);

/// The same among the given algorithms only.
std::optional<Standing> standing_among(const Panel& panel, Engine engine, double position,
                                       const std::vector<std::string>& algorithms);

}  // namespace sparlab::experiments
