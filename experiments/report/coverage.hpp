#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// Which algorithms of a panel have results of one engine, and at which positions. An interrupted
/// sweep, a failed point or a failed check leaves gaps, and a winner is known only where there are
/// none.
class Coverage {
 public:
  Coverage(const Panel& panel, Engine engine);

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
  Engine engine_;
  std::vector<std::string> ran_;
  std::vector<std::string> not_run_;
};

}  // namespace sparlab::experiments
