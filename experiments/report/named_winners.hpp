#pragma once

#include <map>
#include <string>
#include <vector>

#include "experiments/report/panel.hpp"
#include "experiments/report/panel_crossovers.hpp"

namespace sparlab::experiments {

/// Which algorithm a report names as the winner of each engine at each position, so that its table
/// and its verdict say the same.
class NamedWinners {
 public:
  explicit NamedWinners(const Panel& panel);

  const std::vector<WinnerRange>& ranges(Engine engine) const { return ranges_.at(engine); }

  /// The table's choice at a position for each engine with a record there: the algorithm of the
  /// engine's range, or that of an earlier engine if it shares the first place.
  const std::map<Engine, std::string>& at(double position) const { return named_.at(position); }

  /// A stretch of positions at which the table names a winner that shares the first place with the
  /// algorithm of the engine's range.
  struct Tie {
    std::string algorithm;
    double first = 0;
    double last = 0;
  };
  std::vector<Tie> ties(Engine engine) const;

 private:
  std::map<Engine, std::vector<WinnerRange>> ranges_;
  std::map<double, std::map<Engine, std::string>> named_;
};

}  // namespace sparlab::experiments
