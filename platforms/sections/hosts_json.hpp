#pragma once

#include <optional>

#include "base/json/strict_object.hpp"
#include "model/base/placement.hpp"
#include "model/base/rank_groups.hpp"
#include "platforms/sections/transport_json.hpp"

namespace sparlab::platforms {

/// More ranks on a host are refused: `simgrid` routes every pair of them.
inline constexpr int kMostRanksPerHost = 256;

/// A placement that lists hosts has at most this many ranks.
inline constexpr int kMostListedRanks = 1 << 14;

/// `ranks_per_host` and `placement` of the section `topology`. All hosts together have at most
/// `most_ranks` ranks.
///
/// Errors  ConfigError, as StrictObject; a list that does not give each host its number of ranks.
model::Placement read_placement(base::StrictObject& topology, int hosts, int most_ranks);

/// What messages between groups of hosts take longer, and what is known of these groups.
struct GroupedHosts {
  /// Groups of consecutive hosts; without `hosts`, only placements say who is in which.
  model::HostGroups consecutive;
  /// Then messages of unknown placements have this share of what a message between groups has.
  double unknown_share = 0;

  /// The groups of a run.
  model::HostGroups of(const model::RankGroups& ranks) const;
};

/// The section `host_groups`, which may be missing: groups smaller than all hosts.
std::optional<GroupedHosts> read_host_groups(base::StrictObject& document,
                                             const model::Placement& placement);

/// The section `inside_host`, which is required where several ranks share a host and refused where
/// none do; then the transport has no segments.
Transport read_inside_host(base::StrictObject& document, const model::Placement& placement);

}  // namespace sparlab::platforms
