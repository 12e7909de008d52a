#pragma once

#include <optional>

#include "experiments/spec/points/record.hpp"
#include "model/analysis/run_spread.hpp"

namespace sparlab::analysis {

/// Quantiles of a record's repetitions or runs: of its samples, if there are five or more;
/// otherwise as stated. nullopt if p10 or p90 is not known, or if p10 is 0.
std::optional<model::RepeatedTime> repetitions_of(const experiments::Record& record);

}  // namespace sparlab::analysis
