#pragma once

#include "model/base/cost.hpp"
#include "model/costs/problem.hpp"
#include "model/parameters/redsync.hpp"

/// Costs of RedSync's systems. Counts that depend on values and not only on supports are
/// expectations: see redsync_expected_choice. Half of an input's entries are assumed to have the
/// sign of the current call.
namespace sparlab::model {

Cost redsync_rgc(const Problem& problem, const RedsyncRgcParameters& parameters);
Cost redsync_rgc_quantized(const Problem& problem, const RedsyncRgcQuantizedParameters& parameters);

}  // namespace sparlab::model
