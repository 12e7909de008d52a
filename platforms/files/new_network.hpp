#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "base/text/quantity.hpp"

namespace sparlab::platforms {

/// How the hosts of a new platform are cabled. All cables have the rate of a host's port.
struct KnownNetwork {
  enum class Kind : std::uint8_t {
    star,       ///< all hosts on one switch
    fat_tree,   ///< leaf switches, and spines that connect each of them
    dragonfly,  ///< groups of switches that are connected all to all, as groups are
  };
  Kind kind = Kind::star;
  int hosts_per_switch = 16;
  /// Hosts of a switch over its cables to spines or to other groups.
  double oversubscription = 1;
  int groups = 2;                                         ///< of a dragonfly
  base::WrittenQuantity switch_latency{300, "ns", 3e-7};  ///< of a cable between two switches
};

/// The sections `topology`, without the places of ranks, and `links`. `port` is the link of a host.
/// A fat tree has as many spines as a leaf has cables to them. Groups of a dragonfly have as many
/// cables between them as their switches have for all other groups.
///
/// Errors  ConfigError: hosts that cannot be divided into switches and groups of one size.
nlohmann::ordered_json new_network(const KnownNetwork& network, int hosts,
                                   const nlohmann::ordered_json& port);

}  // namespace sparlab::platforms
