#pragma once

#include "model/base/cost.hpp"
#include "model/costs/problem.hpp"
#include "model/parameters/servers.hpp"

/// Costs of algorithms whose servers or aggregators are ordinary ranks. The path follows the
/// busiest port, which is a server's where servers are few.
namespace sparlab::model {

Cost parameter_server(const Problem& problem, const ParameterServerParameters& parameters);

/// For coo inputs. Depends on which of their blocks are live. Follows every packet: takes as many
/// steps as the universe has blocks, times P for exact supports.
Cost omnireduce(const Problem& problem, const OmnireduceParameters& parameters);

/// For coo inputs.
Cost parallax(const Problem& problem, const ParallaxParameters& parameters);

}  // namespace sparlab::model
