#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// Which algorithms of a panel have results of one engine, and where: an interrupted sweep, a
/// failed point or a result that failed its check leaves holes, and winners are only known without
/// them.
class Coverage {
 public:
  Coverage(const Panel& panel, Engine engine);

  /// Algorithms with a result anywhere, in the order of the registry.
  const std::vector<std::string>& ran() const { return ran_; }
  /// Algorithms that other engines ran, this one could run too, and did not anywhere.
  const std::vector<std::string>& not_run() const { return not_run_; }

  /// Those of ran() that have a result at a position.
  std::size_t present_at(double position) const;
  /// True if at least two algorithms have a result there, and none of ran() lacks one although its
  /// settings fit P and N: the winner among ran() can be told.
  bool can_judge(double position) const;
  /// True if none of ran() and not_run() lacks one there.
  bool is_complete(double position) const;

 private:
  bool all_there(const std::vector<std::string>& algorithms, double position) const;

  const Panel& panel_;
  Engine engine_;
  std::vector<std::string> ran_;
  std::vector<std::string> not_run_;
};

}  // namespace sparlab::experiments
