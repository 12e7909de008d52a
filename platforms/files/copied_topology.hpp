#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "model/topology/link_loads.hpp"

namespace sparlab::platforms {

/// Sections of a platform file that describe a network.
struct CopiedTopology {
  std::string of;  ///< the name of the platform that has them
  nlohmann::ordered_json topology;
  nlohmann::ordered_json links;                        ///< of all classes
  nlohmann::ordered_json contention;                   ///< null without such a section
  std::shared_ptr<const model::LinkLoads> link_loads;  ///< null without contention
  std::uint64_t hosts = 0;
  double between_switches_s = 0;  ///< of the nearest route, its links between switches
};

/// The topology and the links of the platform `of` (a name or a path, given by --topology) for a
/// platform `name`. Sources and uncertainties say that they are copied, unless a platform is made
/// anew from its own topology.
///
/// Errors  ConfigError: no platform `of`, its file is not valid, it has no links or several ranks
///         on a host.
CopiedTopology copied_topology(const std::string& of, const std::string& name);

}  // namespace sparlab::platforms
