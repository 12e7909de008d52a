#include "experiments/run/engines/simgrid.hpp"

#include <fmt/format.h>

#include <optional>
#include <stdexcept>

#include "algos/registry/switch_algorithms.hpp"
#include "base/errors/errors.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/run/engines/simulation.hpp"
#include "experiments/run/execution/link_statistics.hpp"
#ifdef SPARLAB_HAVE_SIMGRID
#include "sim/engine.hpp"
#endif

namespace sparlab::experiments::run {

#ifdef SPARLAB_HAVE_SIMGRID
namespace {

/// The set-up of this process; SimGrid allows one.
std::optional<sim::Simulator> simulator;

}  // namespace

sim::Platform simulated_network(std::uint64_t ranks, const platforms::PlatformFile& platform) {
  if (!platform.network) {
    throw base::EnvironmentError(
        fmt::format("engine simgrid cannot run platform {}, which has no links", platform.name));
  }
  if (platform.groups_lack_links())
    throw base::EnvironmentError(fmt::format(
        "platform {} has host_groups, which engine simgrid does not have", platform.name));
  return platform.simulated(ranks);
}

bool shares_setup(const Point& point) {
  return point.engine == Engine::simgrid && !point.step && !point.training &&
         sim::Simulator::survives_fork();
}

bool same_setup(const Point& a, const platforms::PlatformFile& platform_of_a, const Point& b,
                const platforms::PlatformFile& platform_of_b) {
  return platform_of_a.network && platform_of_b.network &&
         platform_of_a.simulated(a.ranks) == platform_of_b.simulated(b.ranks);
}

void set_up(const Point& largest, const platforms::PlatformFile& platform) {
  simulator.emplace(simulated_network(largest.ranks, platform), static_cast<int>(largest.ranks));
}

Record execute_simgrid(const Point& point, const platforms::PlatformFile& platform) {
  sim::Platform network = simulated_network(point.ranks, platform);
  if (!simulator) set_up(point, platform);
  if (network != simulator->platform())
    throw std::logic_error("this process was set up for another platform");
  std::map<std::string, std::string> config;
  std::optional<LinkStatistics> links;
  double step_s = 0;
  const double start_s = platform.transport.start_s(point.ranks);
  Record record = execute_simulated(
      point, platform, start_s, calls_to_simulate(point, platform), [&](const auto& body) {
        auto result = simulator->run(static_cast<int>(point.ranks), body,
                                     {.counts_traffic = point.link_statistics,
                                      .switches_compute = algos::needs_switches(point.algorithm)});
        if (result.traffic)
          links = link_statistics(simulator->topology(), *result.traffic, result.makespan_s(),
                                  static_cast<double>(point.algorithm.period()));
        config = result.config;
        step_s = result.arrival_step_s;
        return result;
      });
  record.links = std::move(links);
  record.network = std::move(config);
  record.network["simgrid/version"] = sim::simgrid_version();
  if (step_s > 0) {
    record.network["arrival_step"] = fmt::format(
        "while {} messages or more were on their way, each began later and ended earlier by less "
        "than {} of their mean time, at most {:.3g} s",
        sim::ArrivalStep::kMany, sim::ArrivalStep::kPart, step_s);
  }
  note_noise(record, Engine::simgrid, platform);
  if (platform.send_limit > 0) record.network["send_limit"] = "left out: only engine loggp has it";
  if (platform.groups) record.network["host_groups"] = kGroupsLeftOut;
  return record;
}
#else
bool shares_setup(const Point& /*point*/) { return false; }

bool same_setup(const Point& /*a*/, const platforms::PlatformFile& /*platform_of_a*/,
                const Point& /*b*/, const platforms::PlatformFile& /*platform_of_b*/) {
  return false;
}

void set_up(const Point& /*largest*/, const platforms::PlatformFile& /*platform*/) {}

Record execute_simgrid(const Point& /*point*/, const platforms::PlatformFile& /*platform*/) {
  throw base::EnvironmentError("this sparlab was built without SimGrid (SPARLAB_WITH_SIMGRID=OFF)");
}
#endif

}  // namespace sparlab::experiments::run
