#pragma once

#include <compare>
#include <cstdint>
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

  friend bool operator==(const Placement&, const Placement&) = default;
  friend auto operator<=>(const Placement&, const Placement&) = default;
};

}  // namespace sparlab::model
