#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/topology/topology.hpp"
#include "sim/platform.hpp"
#include "simgrid/forward.h"

namespace sparlab::sim {

/// Checks a platform for this number of ranks: it must have enough hosts, links with a rate, and a
/// dragonfly whose numbers fit together.
///
/// Errors  CommError, which says what is wrong.
void check_platform(const Platform& platform, int ranks);

/// Hosts of SimGrid.
struct Hosts {
  std::vector<simgrid::s4u::Host*> ranks;
  simgrid::s4u::Host* switches = nullptr;  ///< of all switches that compute
};

/// Builds the network, of this topology, inside the current SimGrid engine; returns the hosts of
/// ranks 0..ranks-1.
///
/// Errors  CommError if the structure cannot be built.
Hosts build_platform(const Platform& platform, std::shared_ptr<const model::Topology> topology,
                     int ranks);

/// Silences SimGrid and sets its configuration. To be called after the engine is created and before
/// the platform is.
///
/// Errors  CommError for a key or network model that SimGrid does not know.
void apply_config(const std::map<std::string, std::string>& settings);

/// SimGrid's effective settings: the keys that were set and all keys that affect network times.
std::map<std::string, std::string> effective_config(
    const std::map<std::string, std::string>& settings);

}  // namespace sparlab::sim
