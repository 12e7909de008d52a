#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// How the algorithms of one engine rank at one position.
struct Standing {
  std::vector<const Record*> fastest_first;  ///< at least one
  /// How many of them share the first place: times equal to 1e-9, or measured ones whose 95 %
  /// intervals overlap the winner's.
  std::size_t tied = 1;
  const Record* best_sparse = nullptr;  ///< null if no sparse algorithm ran
  const Record* best_dense = nullptr;   ///< null if no dense one ran

  const Record& winner() const { return *fastest_first.front(); }
  /// True if this algorithm has the first place, alone or shared.
  bool leads(std::string_view algorithm) const;
  /// Time of the second over the winner's; nothing if it ran alone or took no time.
  std::optional<double> lead() const;
  /// Best dense time over best sparse time.
  std::optional<double> sparse_speedup() const;
};

/// Nothing if the engine has no record there.
std::optional<Standing> standing_at(const Panel& panel, Engine engine, double position);

/// The same among the given algorithms only.
std::optional<Standing> standing_among(const Panel& panel, Engine engine, double position,
                                       const std::vector<std::string>& algorithms);

}  // namespace sparlab::experiments
