#include "experiments/run/execution/link_statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace sparlab::experiments::run {
namespace {

/// "host 3" or "switch 12".
std::string name_of_vertex(const model::Topology& topology, std::uint32_t vertex) {
  return vertex < topology.hosts() ? fmt::format("host {}", vertex)
                                   : fmt::format("switch {}", vertex - topology.hosts());
}

}  // namespace

LinkStatistics link_statistics(const model::Topology& topology, const model::LinkTraffic& traffic,
                               double seconds, double calls) {
  const auto rate = [&](std::uint32_t link) {
    return topology.classes()[topology.class_of(link)].bytes_per_s;
  };
  const auto utilisation = [&](std::uint32_t link) {
    return seconds > 0 ? traffic.bytes[link] / (rate(link) * seconds) : 0;
  };
  LinkStatistics statistics;
  for (const model::LinkClass& link_class : topology.classes())
    statistics.classes.push_back({.name = link_class.name});
  std::vector<std::uint32_t> used;
  for (std::uint32_t link = 0; link < topology.links(); ++link) {
    LinkClassTraffic& of = statistics.classes[topology.class_of(link)];
    ++of.links;
    of.bytes += traffic.bytes[link] / calls;
    of.utilisation += utilisation(link);
    of.highest_utilisation = std::max(of.highest_utilisation, utilisation(link));
    if (traffic.bytes[link] > 0) used.push_back(link);
  }
  for (LinkClassTraffic& of : statistics.classes)
    of.utilisation /= static_cast<double>(std::max<std::uint64_t>(1, of.links));

  const std::size_t count = std::min(kBusiestLinks, used.size());
  const auto busier = [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(-utilisation(a), a) < std::pair(-utilisation(b), b);
  };
  std::partial_sort(used.begin(), used.begin() + static_cast<std::ptrdiff_t>(count), used.end(),
                    busier);
  used.resize(count);
  for (const std::uint32_t link : used)
    statistics.busiest.push_back({name_of_vertex(topology, topology.source(link)),
                                  name_of_vertex(topology, topology.target(link)),
                                  topology.classes()[topology.class_of(link)].name,
                                  traffic.bytes[link] / calls, utilisation(link)});
  statistics.groups = topology.groups();
  if (topology.groups() > kMostListedGroups) return statistics;
  for (const double bytes : traffic.group_bytes) statistics.group_bytes.push_back(bytes / calls);
  return statistics;
}

}  // namespace sparlab::experiments::run
