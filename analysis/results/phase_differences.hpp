#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/results/pairing.hpp"

namespace sparlab::analysis {

using PhaseSeconds = std::vector<std::pair<std::string, double>>;

/// The seconds of a record's phases, in the order of the record; empty if they are unknown. The
/// engine `model` has the times of its cost's stages instead, most of which are named like phases,
/// in the order of their names.
PhaseSeconds phase_seconds(const experiments::Record& record);

/// The phase in which a prediction and a measurement differ most.
struct PhaseDifference {
  std::string phase;
  double predicted_s = 0;
  double measured_s = 0;
};

/// nullopt if one of the two lacks times of phases, or if they have no phase in common. A phase
/// that one of them lacks takes no time there. The measured times are those of the point's first
/// run.
std::optional<PhaseDifference> largest_phase_difference(const ComparedPoint& point);

}  // namespace sparlab::analysis
