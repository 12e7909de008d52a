#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "base/text/quantity.hpp"
#include "platforms/files/new_network.hpp"

namespace sparlab::platforms {

/// Describes messages inside a host, for clusters whose `like` has one rank per host.
inline constexpr std::string_view kInsideHostLike = "ethernet10g-16x4";

/// What messages carry of the rate of Ethernet: TCP with MTU 1500 has 1448 bytes in each 1538.
inline constexpr double kTcpShare = 1448.0 / 1538.0;

/// What a user knows of a cluster.
struct KnownCluster {
  std::string name;
  int hosts = 2;
  int ranks_per_host = 1;
  base::WrittenQuantity bandwidth;   ///< of a host's port, by its data sheet
  std::optional<double> achievable;  ///< the share of it that messages reach; kTcpShare if missing
  base::WrittenQuantity latency;     ///< of a small message between two hosts of one switch
  /// Between two ranks of a host; both or none.
  std::optional<base::WrittenQuantity> inside_bandwidth = {}, inside_latency = {};
  KnownNetwork network = {};
  std::string like;  ///< the platform that has all other numbers
};

/// A complete platform file. Each number says in its `source` whether it was given on the command
/// line, was derived from such numbers, or was copied from the platform `like`. From that platform
/// are copied: local work, the threshold of the rendezvous protocol, slow-downs, the share of the
/// overhead in the latency, noise and the limit of messages on their way. Its groups of hosts are
/// not. Unless they are given, messages between ranks of one host take as long as on `like`, or as
/// on kInsideHostLike if that has one rank per host.
///
/// Errors  ConfigError: no such platform, or its file is not valid; as new_network.
nlohmann::ordered_json new_platform(const KnownCluster& known);

}  // namespace sparlab::platforms
