#pragma once

#include <string>
#include <vector>

#include "analysis/changes/run_comparison.hpp"

namespace sparlab::analysis {

/// What makes a comparison fail.
struct GateRule {
  enum class Kind { slower, changed, missing, wrong };
  Kind kind = Kind::slower;
  double share = 0;  ///< slower, changed: by more than this share of the time of the baseline
  std::string text;  ///< as the user wrote it
};

/// Reads a list such as "slower:5%,missing": "slower" or "changed", each also with a share from 0
/// to 100 (0.05 or 5%), "missing", "wrong". Errors  ConfigError that names the option --fail-on.
std::vector<GateRule> gate_rules_from(const std::string& text);

/// The points that a rule refuses.
std::vector<const ChangedPoint*> refused_by(const GateRule& rule, const RunComparison& comparison);

}  // namespace sparlab::analysis
