#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "base/text/quantity.hpp"

namespace sparlab::platforms {

/// Describes messages inside a host, for clusters whose `like` has one rank per host.
inline constexpr std::string_view kInsideHostLike = "ethernet10g-16x4";

/// What a user knows of a cluster: hosts on one switch, the ranks on each, the bandwidth of a
/// host's port and the time of a small message between two hosts.
struct KnownCluster {
  std::string name;
  int hosts = 2;
  int ranks_per_host = 1;
  base::WrittenQuantity bandwidth;
  base::WrittenQuantity latency;
  std::string like;  ///< the platform that has all other numbers
};

/// A complete platform file. Each number says in its `source` whether it was given on the command
/// line, was derived from such numbers, or was copied from the platform `like`. From that platform
/// are copied: local work, the threshold of the rendezvous protocol, slow-downs, the share of the
/// overhead in the latency, noise and the limit of messages on their way. Its groups of hosts are
/// not, since the hosts are on one switch. Messages between ranks of one host take as long as on
/// `like`, or as on kInsideHostLike if that has one rank per host.
///
/// Errors  ConfigError: no such platform, or its file is not valid.
nlohmann::ordered_json new_platform(const KnownCluster& known);

}  // namespace sparlab::platforms
