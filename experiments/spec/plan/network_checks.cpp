#include "experiments/spec/plan/network_checks.hpp"

#include <fmt/format.h>

namespace sparlab::experiments {

using runtime::loggp::Routing;

namespace {

/// What to do with a setting that only the machine "network" has.
constexpr const char* kNeedsNetwork = "; remove it, or set \"machine\": \"network\"";

void check_jobs(const Settings& settings, const platforms::PlatformFile& platform,
                std::uint64_t ranks, const Refuse& refuse) {
  if (settings.jobs == 1) {
    if (settings.job_hosts != JobHosts::consecutive)
      refuse("job_hosts", fmt::format("\"{}\"", name_of(settings.job_hosts)),
             "\"consecutive\", or \"jobs\" above 1");
    return;
  }
  if (settings.jobs * ranks > kMostRanksOfJobs)
    refuse("jobs", fmt::format("{} of {} ranks", settings.jobs, ranks),
           fmt::format("at most {} ranks in all jobs together", kMostRanksOfJobs));
  if (settings.job_hosts == JobHosts::shared) return;
  if (platform.placement.kind == model::Placement::Kind::listed)
    refuse("job_hosts", fmt::format("\"{}\"", name_of(settings.job_hosts)),
           fmt::format("shared: platform \"{}\" lists the hosts of ranks", platform.name));
  const std::uint64_t span = span_of_job(platform.placement, ranks);
  const auto hosts = static_cast<std::uint64_t>(platform.hosts);
  if (settings.jobs * span > hosts)
    refuse("jobs", std::to_string(settings.jobs),
           fmt::format("at most {}, because a job has {} of the {} hosts of platform \"{}\"; or "
                       "\"job_hosts\": \"shared\"",
                       hosts / span, span, hosts, platform.name));
}

void check_background(const Settings& settings, const platforms::PlatformFile& platform,
                      std::uint64_t ranks, const Refuse& refuse) {
  if (!settings.background.present()) return;
  const model::Placement placement =
      place_jobs(platform.placement, ranks, settings.jobs, settings.job_hosts);
  const auto hosts = static_cast<std::uint64_t>(platform.hosts);
  const std::size_t chosen =
      background_hosts(settings.background.hosts, hosts, placement, settings.jobs * ranks).size();
  if (chosen < 2)
    refuse("background.hosts",
           fmt::format("\"{}\", {} of the {} hosts of platform \"{}\"",
                       name_of(settings.background.hosts), chosen, hosts, platform.name),
           "two hosts or more");
}

}  // namespace

void check_network(const Settings& settings, const platforms::PlatformFile& platform,
                   std::uint64_t ranks, const Refuse& refuse) {
  const bool minimal = settings.routing == Routing::minimal;
  const std::string routing = fmt::format("\"{}\"", name_of(settings.routing));
  if (settings.machine != MachineKind::network) {
    if (!minimal) refuse("routing", routing + kNeedsNetwork, "");
    if (settings.link_statistics)
      refuse("link_statistics", std::string("true") + kNeedsNetwork + ", or add the engine simgrid",
             "");
    if (settings.jobs != 1)
      refuse("jobs", std::to_string(settings.jobs),
             "1, or \"machine\": \"network\" with the engine loggp");
    if (settings.job_hosts != JobHosts::consecutive)
      refuse("job_hosts", fmt::format("\"{}\"", name_of(settings.job_hosts)) + kNeedsNetwork, "");
    if (settings.background.present())
      refuse("background",
             fmt::format("\"{}\"", name_of(settings.background.pattern)) + kNeedsNetwork, "");
    return;
  }
  if (!platform.topology())
    refuse("machine", "\"network\"",
           fmt::format("hockney or loggp: platform \"{}\" has no links", platform.name));
  if (platform.groups_lack_links())
    refuse("machine", "\"network\"",
           fmt::format("hockney or loggp: platform \"{}\" has host_groups, which the latencies of "
                       "links replace",
                       platform.name));
  check_jobs(settings, platform, ranks, refuse);
  check_background(settings, platform, ranks, refuse);
  if (!minimal && !model::make_topology(*platform.topology())->has_detours())
    refuse("routing", routing,
           fmt::format("minimal: platform \"{}\" is no dragonfly of three groups or more",
                       platform.name));
}

}  // namespace sparlab::experiments
