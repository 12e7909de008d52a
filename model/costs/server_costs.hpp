#pragma once

#include "model/cost.hpp"
#include "model/costs/problem.hpp"
#include "model/parameters/omnireduce.hpp"
#include "model/parameters/parallax.hpp"
#include "model/parameters/parameter_server.hpp"

/// Costs of algorithms whose servers or aggregators are ranks like all others. The path follows the
/// busiest port: a server's, wherever servers are few.
namespace sparlab::model {

Cost parameter_server(const Problem& problem, const ParameterServerParameters& parameters);

/// Of coo inputs, as far as which blocks of them are live. Follows every packet: costs as many
/// steps as the universe has blocks, and P of them for supports that are exact.
Cost omnireduce(const Problem& problem, const OmnireduceParameters& parameters);

/// Of coo inputs.
Cost parallax(const Problem& problem, const ParallaxParameters& parameters);

}  // namespace sparlab::model
