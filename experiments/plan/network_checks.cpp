#include "experiments/plan/network_checks.hpp"

#include <fmt/format.h>

namespace sparlab::experiments {

using runtime::loggp::Routing;

void check_network(const Settings& settings, const PlatformFile& platform, const Refuse& refuse) {
  const bool minimal = settings.routing == Routing::minimal;
  const std::string routing = fmt::format("\"{}\"", name_of(settings.routing));
  if (settings.machine != "network") {
    if (!minimal) refuse("routing", routing, "no such setting without \"machine\": \"network\"");
    if (settings.link_statistics)
      refuse("link_statistics", "true", "no such setting without \"machine\": \"network\"");
    return;
  }
  if (!platform.topology)
    refuse("machine", "\"network\"",
           fmt::format("hockney or loggp: platform \"{}\" has no links", platform.name));
  if (platform.groups.present())
    refuse("machine", "\"network\"",
           fmt::format("hockney or loggp: platform \"{}\" has host_groups, which the latencies of "
                       "links replace",
                       platform.name));
  if (!minimal && !model::make_topology(*platform.topology)->has_detours())
    refuse("routing", routing,
           fmt::format("minimal: platform \"{}\" is no dragonfly of three groups or more",
                       platform.name));
}

}  // namespace sparlab::experiments
