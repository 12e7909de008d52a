#include "platforms/sections/hosts_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sparlab::platforms {
namespace {

std::vector<std::uint32_t> read_host_list(base::StrictObject& topology, int hosts, int ranks) {
  if (ranks > kMostListedRanks)
    topology.refuse(
        "placement", fmt::format("a list for {} ranks", ranks),
        fmt::format("block or round-robin where there are more than {} ranks", kMostListedRanks));
  auto listed = topology.whole_numbers("placement", static_cast<std::size_t>(ranks),
                                       static_cast<std::uint32_t>(hosts));
  std::vector<int> counts(static_cast<std::size_t>(hosts), 0);
  for (const std::uint32_t host : listed) ++counts[host];
  const int ranks_per_host = ranks / hosts;
  const auto wrong = std::ranges::find_if(counts, [=](int n) { return n != ranks_per_host; });
  if (wrong != counts.end())
    topology.refuse("placement", fmt::format("host {} {} times", wrong - counts.begin(), *wrong),
                    fmt::format("each host {} times", ranks_per_host));
  return listed;
}

}  // namespace

model::Placement read_placement(base::StrictObject& topology, int hosts, int most_ranks) {
  model::Placement placement;
  placement.hosts = static_cast<std::uint64_t>(hosts);
  int ranks_per_host = 1;
  if (topology.has("ranks_per_host")) {
    ranks_per_host = topology.count("ranks_per_host");
    const int most = std::min(kMostRanksPerHost, most_ranks / hosts);
    if (ranks_per_host > most)
      topology.fail("ranks_per_host",
                    fmt::format("a whole number from 1 to {}: at most {} ranks on a host and {} on "
                                "all of them",
                                most, kMostRanksPerHost, most_ranks));
  }
  placement.ranks_per_host = static_cast<std::uint64_t>(ranks_per_host);
  if (topology.is_array("placement")) {
    placement.kind = model::Placement::Kind::listed;
    placement.listed = read_host_list(topology, hosts, hosts * ranks_per_host);
  } else if (topology.has("placement")) {
    placement.kind =
        static_cast<model::Placement::Kind>(topology.choice("placement", {"block", "round-robin"}));
  }
  return placement;
}

model::HostGroups GroupedHosts::of(const model::RankGroups& ranks) const {
  model::HostGroups groups = consecutive;
  if (ranks.known()) {
    groups.hosts = 0;
    groups.listed = ranks.of_ranks();
  } else if (groups.hosts == 0) {
    // Each host may be in a group of its own.
    groups.hosts = 1;
    groups.alpha_s *= unknown_share;
    groups.large_alpha_s *= unknown_share;
  }
  return groups;
}

std::optional<GroupedHosts> read_host_groups(base::StrictObject& document,
                                             const model::Placement& placement) {
  if (!document.optional("host_groups")) return std::nullopt;
  base::StrictObject section = document.object("host_groups");
  GroupedHosts groups;
  model::HostGroups& costs = groups.consecutive;
  costs.alpha_s = section.quantity("alpha", base::Dimension::time);
  if (section.optional("large_from") || section.optional("large_alpha")) {
    costs.large_from_bytes = section.quantity("large_from", base::Dimension::size);
    costs.large_alpha_s = section.quantity("large_alpha", base::Dimension::time);
  }
  if (section.optional("unknown")) {
    if (section.has("hosts"))
      section.refuse(
          "unknown", "beside \"hosts\"",
          "one of both: without known groups of ranks, those of consecutive hosts count, "
          "or this share of alpha");
    groups.unknown_share = section.quantity("unknown", base::Dimension::multiple);
    if (groups.unknown_share > 1) section.fail("unknown", "0 to 100 %");
  } else {
    costs.hosts = static_cast<std::uint64_t>(section.count("hosts"));
    if (costs.hosts >= placement.hosts)
      section.fail("hosts", fmt::format("less than the {} hosts of the platform", placement.hosts));
  }
  section.finish();
  return groups;
}

Transport read_inside_host(base::StrictObject& document, const model::Placement& placement) {
  if (!placement.shares_ports()) {
    if (document.has("inside_host"))
      document.refuse("inside_host", "there", "no such section where topology.ranks_per_host is 1");
    return {};
  }
  const base::StrictObject section = document.object("inside_host");
  if (section.has("start"))
    section.refuse("start", "there",
                   "no start here; that of the section transport counts for every run");
  if (section.has("receiving"))
    section.refuse("receiving", "there", "no such key here: ranks of one host send in turn");
  return read_transport(document, "inside_host");
}

}  // namespace sparlab::platforms
