#include "experiments/run/mpi_worker/placement.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>
#include <sys/utsname.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <span>
#include <sstream>
#include <string_view>

#include "experiments/run/mpi_worker/texts.hpp"
#include "experiments/spec/points/rank_places.hpp"

namespace sparlab::experiments::run::mpi {
namespace {

constexpr std::string_view kNoGroup = "-";

/// Slurm names the switches from the top down to the one of the host, and then the host:
/// "core.leaf3.node17". Without its plugin for trees there is the host alone.
std::string group_by_slurm() {
  const char* const address = std::getenv("SLURM_TOPOLOGY_ADDR");
  const std::string_view path = address == nullptr ? "" : address;
  const std::size_t end = path.rfind('.');
  if (end == std::string_view::npos || path.find_first_of(" \t\n") != std::string_view::npos)
    return {};
  return std::string(path.substr(0, end));
}

std::string to_line(const RankPlace& place) {
  return fmt::format("{} {} {} {}", place.host, place.group.empty() ? kNoGroup : place.group,
                     place.kernel, fmt::join(place.processors, " "));
}

RankPlace from_line(const std::string& line) {
  std::istringstream in(line);
  RankPlace place;
  in >> place.host >> place.group >> place.kernel;
  if (place.group == kNoGroup) place.group.clear();
  for (int processor = 0; in >> processor;) place.processors.push_back(processor);
  return place;
}

/// The ranks and processors of one running system.
struct System {
  std::size_t ranks = 0;
  std::set<int> processors;
};

std::map<std::string, System> systems_of(const std::vector<RankPlace>& ranks) {
  std::map<std::string, System> systems;
  for (const RankPlace& rank : ranks) {
    System& system = systems[rank.kernel];
    ++system.ranks;
    system.processors.insert(rank.processors.begin(), rank.processors.end());
  }
  return systems;
}

}  // namespace

RankPlace own_place() {
  RankPlace place;
  utsname system{};
  ::uname(&system);
  place.host = system.nodename;
  place.group = group_by_slurm();
  std::ifstream("/proc/sys/kernel/random/boot_id") >> place.kernel;
  if (place.kernel.empty()) place.kernel = place.host;
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) == 0)
    for (int processor = 0; processor < CPU_SETSIZE; ++processor)
      if (CPU_ISSET(processor, &set)) place.processors.push_back(processor);
  return place;
}

std::map<std::string, std::string> describe_places(const std::vector<RankPlace>& ranks) {
  std::size_t processors = 0;
  bool oversubscribed = false;
  for (const auto& [kernel, system] : systems_of(ranks)) {
    processors += system.processors.size();
    oversubscribed = oversubscribed || system.ranks > system.processors.size();
  }
  std::vector<std::string> hosts;
  std::vector<std::string> groups;
  for (const RankPlace& rank : ranks) {
    hosts.push_back(rank.host);
    if (!rank.group.empty()) groups.push_back(rank.group);
  }
  std::map<std::string, std::string> places = {
      {kRunHosts, hosts_text(hosts)},
      {"mpi.processors", std::to_string(processors)},
      {"mpi.oversubscribed", oversubscribed ? "yes" : "no"}};
  if (groups.size() == ranks.size() && groups.size() <= model::RankGroups::kMostRanks)
    places[kRunGroups] = model::RankGroups(std::span<const std::string>(groups)).text();
  return places;
}

std::map<std::string, std::string> gather_places(runtime::Comm& comm) {
  std::vector<RankPlace> ranks;
  for (const std::string& line : gather_text(comm, to_line(own_place())))
    ranks.push_back(from_line(line));
  return comm.rank() == 0 ? describe_places(ranks) : std::map<std::string, std::string>();
}

}  // namespace sparlab::experiments::run::mpi
