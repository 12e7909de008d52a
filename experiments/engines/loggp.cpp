#include "experiments/engines/execute.hpp"
#include "experiments/engines/simulation.hpp"
#include "runtime/loggp/engine.hpp"

namespace sparlab::experiments {

Record execute_loggp(const Point& point, const PlatformFile& platform) {
  const auto machine =
      point.machine == "loggp" ? platform.loggp(point.ranks) : platform.loggp_hockney(point.ranks);
  return execute_simulated(point, platform, [&](const auto& body) {
    return runtime::loggp::run(machine, static_cast<int>(point.ranks), body);
  });
}

}  // namespace sparlab::experiments
