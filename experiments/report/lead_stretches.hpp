#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// Algorithms that share the first place at a position.
struct Leaders {
  std::vector<std::string> names;  ///< in the order of the registry
  bool all = false;                ///< no other algorithm was compared with them
  friend bool operator==(const Leaders&, const Leaders&) = default;
};

/// Neighbouring positions with the same leaders.
struct LeadStretch {
  Leaders leaders;
  double first = 0;
  double last = 0;
  friend bool operator==(const LeadStretch&, const LeadStretch&) = default;
};

/// Nothing for positions of which nothing is said; they end a stretch.
using LeadersAt = std::function<std::optional<Leaders>(double position)>;

/// What is said of one engine at the positions of a panel.
std::vector<LeadStretch> lead_stretches(const std::vector<double>& positions,
                                        const LeadersAt& leaders_at);

/// "a from density 0.001 to 0.1, b = c (tied) from 0.3 to 0.5", "a everywhere (density 0.001 to
/// 0.5)" if all positions are one stretch, "a at density 0.1" if there is but one.
std::string stretches_text(const Panel& panel, const std::vector<LeadStretch>& stretches);

/// "0.1", or "0.1 to 0.5".
std::string range_text(Axis axis, double first, double last);

/// The leaders of an engine among all algorithms of the panel, where they can be judged (Coverage).
LeadersAt leaders_of(const Panel& panel, Engine engine);

/// For each engine who wins in which stretch of the axis, what it did not run, and of which
/// positions nothing can be said. Engines that say the same share a sentence.
std::vector<std::string> lead_sentences(const Panel& panel);

}  // namespace sparlab::experiments
