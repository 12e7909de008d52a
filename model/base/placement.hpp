#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace sparlab::model {

/// Which host runs a rank. The ranks of a host share its network port.
struct Placement {
  enum class Kind : std::uint8_t {
    block,        ///< ranks 0..r-1 on host 0, the next r on host 1, ...
    round_robin,  ///< rank i on host i mod hosts
    listed,
  };

  Kind kind = Kind::block;
  std::uint64_t hosts = 0;
  std::uint64_t ranks_per_host = 1;
  std::vector<std::uint32_t> listed{};  ///< the host of each rank; only for `listed`

  bool shares_ports() const { return ranks_per_host > 1; }
  std::uint64_t host_of(std::uint64_t rank) const {
    switch (kind) {
      case Kind::block:
        break;
      case Kind::round_robin:
        return rank % hosts;
      case Kind::listed:
        return listed[rank];
    }
    return rank / ranks_per_host;
  }
  /// Whether ranks 0 to `ranks` - 1 share one host.
  bool is_one_host(std::uint64_t ranks) const {
    switch (kind) {
      case Kind::block:
        break;
      case Kind::round_robin:
        return ranks <= 1 || hosts == 1;
      case Kind::listed:
        return std::all_of(listed.begin(), listed.begin() + static_cast<std::ptrdiff_t>(ranks),
                           [&](std::uint32_t host) { return host == listed.front(); });
    }
    return ranks <= ranks_per_host;
  }

  friend bool operator==(const Placement&, const Placement&) = default;
  friend auto operator<=>(const Placement&, const Placement&) = default;
};

/// Groups of hosts, such as those of one switch: consecutive hosts, or those of listed ranks. A
/// message between two groups takes longer.
struct HostGroups {
  std::uint64_t hosts = 0;  ///< of each group of consecutive hosts; 0: groups are listed, or none
  double alpha_s = 0;       ///< beyond alpha
  double large_from_bytes = std::numeric_limits<double>::infinity();
  double large_alpha_s = 0;             ///< the same of messages of at least so many bytes
  std::vector<std::uint32_t> listed{};  ///< the group of each rank

  bool present() const { return hosts > 0 || !listed.empty(); }
  std::uint64_t group_of(const Placement& placement, std::uint64_t rank) const {
    return listed.empty() ? placement.host_of(rank) / hosts : listed[rank];
  }
  double alpha(double bytes) const { return bytes < large_from_bytes ? alpha_s : large_alpha_s; }
  friend bool operator==(const HostGroups&, const HostGroups&) = default;
  friend auto operator<=>(const HostGroups&, const HostGroups&) = default;
};

}  // namespace sparlab::model
