#pragma once

#include "model/cost.hpp"
#include "model/costs/problem.hpp"
#include "model/parameters/redsync.hpp"

/// Costs of RedSync's systems. Where values and not only supports decide the counts they are
/// expectations: see redsync_expected_choice, and of the entries of an input half have the sign
/// that is due.
namespace sparlab::model {

Cost redsync_rgc(const Problem& problem, const RedsyncRgcParameters& parameters);
Cost redsync_rgc_quantized(const Problem& problem, const RedsyncRgcQuantizedParameters& parameters);

}  // namespace sparlab::model
