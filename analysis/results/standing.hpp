#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/results/panel.hpp"

namespace sparlab::analysis {

/// The ranking of the algorithms of one engine at one position.
struct Standing {
  /// Not empty; equal times are in the order of the registry.
  std::vector<const experiments::Record*> fastest_first;
  /// The records that have the first place, alone or tied, the fastest first: times equal to 1e-9,
  /// or measurements whose 95 % intervals overlap the winner's.
  std::vector<const experiments::Record*> leaders;
  const experiments::Record* best_sparse = nullptr;  ///< null if no sparse algorithm ran
  const experiments::Record* best_dense = nullptr;   ///< null if no dense algorithm ran

  const experiments::Record& winner() const { return *fastest_first.front(); }
  /// True if this algorithm has the first place, alone or tied.
  bool leads(std::string_view algorithm) const;
  /// Time of the fastest other algorithm divided by that of `record`, which must be in this
  /// standing; nullopt if it ran alone or took no time. May be below 1 for a tied one.
  std::optional<double> lead(const experiments::Record& record) const;
  /// Best dense time divided by that of `record`: 1 for the best dense algorithm itself.
  std::optional<double> gain(const experiments::Record& record) const;
};

/// nullopt if the engine has no record at the position.
std::optional<Standing> standing_at(const Panel& panel, experiments::Engine engine,
                                    double position);

/// Which algorithms of a panel have results of one engine, and at which positions. An interrupted
/// sweep, a failed point or a failed check leaves gaps, and a winner is known only where there are
/// none.
class Coverage {
 public:
  Coverage(const Panel& panel, experiments::Engine engine);

  /// Algorithms with a result anywhere, in the order of the registry.
  const std::vector<std::string>& ran() const { return ran_; }
  /// Algorithms that this engine could run and other engines did, but that it ran nowhere.
  const std::vector<std::string>& not_run() const { return not_run_; }

  /// The number of algorithms of ran() with a result at a position.
  std::size_t present_at(double position) const;
  /// True if at least two algorithms have a result at the position, and each algorithm of ran() has
  /// one if its settings fit P and N: then the winner among ran() is known.
  bool can_judge(double position) const;
  /// True if no algorithm of ran() or not_run() lacks a result at the position.
  bool is_complete(double position) const;

 private:
  bool all_there(const std::vector<std::string>& algorithms, double position) const;

  const Panel& panel_;
  experiments::Engine engine_;
  std::vector<std::string> ran_;
  std::vector<std::string> not_run_;
};

}  // namespace sparlab::analysis
