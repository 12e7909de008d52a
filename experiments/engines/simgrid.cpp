#include <fmt/format.h>

#include "experiments/engines/execute.hpp"
#include "experiments/engines/simulation.hpp"
#include "experiments/errors/errors.hpp"
#ifdef SPARLAB_HAVE_SIMGRID
#include "sim/engine.hpp"
#endif

namespace sparlab::experiments {

#ifdef SPARLAB_HAVE_SIMGRID
Record execute_simgrid(const Point& point, const PlatformFile& platform) {
  if (!platform.network) {
    throw EnvironmentError(fmt::format(
        "platform {} has no links to simulate; engine simgrid needs a topology and links",
        platform.name));
  }
  if (platform.groups.present())
    throw EnvironmentError(fmt::format(
        "platform {} has host_groups, which engine simgrid does not have", platform.name));
  std::map<std::string, std::string> config;
  const double start_s = platform.transport.start_s(point.ranks);
  Record record = execute_simulated(point, platform, start_s, [&](const auto& body) {
    auto result = sim::run(platform.simulated(point.ranks), static_cast<int>(point.ranks), body);
    config = result.config;
    return result;
  });
  record.network = std::move(config);
  record.network["simgrid/version"] = sim::simgrid_version();
  note_ignored_noise(record, platform);
  if (platform.send_limit > 0) record.network["send_limit"] = "left out: only engine loggp has it";
  return record;
}
#else
Record execute_simgrid(const Point& /*point*/, const PlatformFile& /*platform*/) {
  throw EnvironmentError("this sparlab was built without SimGrid (SPARLAB_WITH_SIMGRID=OFF)");
}
#endif

}  // namespace sparlab::experiments
