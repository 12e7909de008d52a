#include "experiments/run/mpi_worker/placement.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sched.h>
#include <sys/utsname.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "experiments/run/mpi_worker/texts.hpp"

namespace sparlab::experiments::run::mpi {
namespace {

std::string to_line(const RankPlace& place) {
  return fmt::format("{} {} {}", place.host, place.kernel, fmt::join(place.processors, " "));
}

RankPlace from_line(const std::string& line) {
  std::istringstream in(line);
  RankPlace place;
  in >> place.host >> place.kernel;
  for (int processor = 0; in >> processor;) place.processors.push_back(processor);
  return place;
}

/// "a:2,b:2".
std::string hosts_text(const std::vector<RankPlace>& ranks) {
  std::vector<std::pair<std::string, int>> counts;
  for (const RankPlace& rank : ranks) {
    auto found = std::ranges::find(counts, rank.host, &std::pair<std::string, int>::first);
    if (found == counts.end()) found = counts.insert(found, {rank.host, 0});
    ++found->second;
  }
  std::string text;
  for (const auto& [host, count] : counts)
    text += fmt::format("{}{}:{}", text.empty() ? "" : ",", host, count);
  return text;
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
  return {{"mpi.hosts", hosts_text(ranks)},
          {"mpi.processors", std::to_string(processors)},
          {"mpi.oversubscribed", oversubscribed ? "yes" : "no"}};
}

std::map<std::string, std::string> gather_places(runtime::Comm& comm) {
  std::vector<RankPlace> ranks;
  for (const std::string& line : gather_text(comm, to_line(own_place())))
    ranks.push_back(from_line(line));
  return comm.rank() == 0 ? describe_places(ranks) : std::map<std::string, std::string>();
}

}  // namespace sparlab::experiments::run::mpi
