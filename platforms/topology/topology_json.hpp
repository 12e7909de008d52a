#pragma once

#include <optional>

#include "base/json/strict_object.hpp"
#include "model/topology/topology_description.hpp"

namespace sparlab::platforms {

/// A topology with links has at most so many hosts, since engines build all of them.
inline constexpr int kMostHosts = 1 << 20;

/// The kind of a topology and its structure, from the section `topology`, with the classes of the
/// section `links`. nullopt for kind `full`, which has no links.
///
/// Errors  ConfigError, as StrictObject; a structure that cannot be cabled, with the path of the
///         parameter; too many hosts.
std::optional<model::TopologyDescription> read_topology_description(base::StrictObject& topology,
                                                                    base::StrictObject& document);

}  // namespace sparlab::platforms
