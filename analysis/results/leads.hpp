#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/results/panel.hpp"

namespace sparlab::analysis {

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

/// nullopt for positions without a judgement; these end a stretch.
using LeadersAt = std::function<std::optional<Leaders>(double position)>;

/// The stretches of one engine over the positions of a panel.
std::vector<LeadStretch> lead_stretches(const std::vector<double>& positions,
                                        const LeadersAt& leaders_at);

/// "a from density 0.001 to 0.1, b = c (tied) from 0.3 to 0.5". If one stretch covers all
/// positions: "a everywhere (density 0.001 to 0.5)"; if there is only one position: "a at density
/// 0.1".
std::string stretches_text(const Panel& panel, const std::vector<LeadStretch>& stretches);

/// "0.1", or "0.1 to 0.5".
std::string range_text(Axis axis, double first, double last);

/// For each engine: the winner in each stretch of the axis, the algorithms that it did not run, and
/// the positions without a judgement. Engines with the same statement share a sentence.
std::vector<std::string> lead_sentences(const Panel& panel);

/// The dense algorithm over which each engine's gain is, in each stretch of the axis: "gain: over
/// the best dense algorithm that ran; model: dense_ring everywhere (density 0.001 to 0.5)". Empty
/// if none ran.
std::string gain_sentence(const Panel& panel);

}  // namespace sparlab::analysis
