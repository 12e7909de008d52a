#include "experiments/engines/execute.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "algos/registry/registry.hpp"
#include "experiments/engines/bound_terms.hpp"
#include "experiments/engines/model.hpp"
#include "experiments/engines/simulated_collective.hpp"
#include "experiments/errors/environment_error.hpp"
#include "experiments/execution/workload.hpp"
#include "runtime/loggp/engine.hpp"
#ifdef SPARLAB_HAVE_SIMGRID
#include "sim/engine.hpp"
#endif

namespace sparlab::experiments {
namespace {

/// `simulate(body)` runs the body on every rank and returns the engine's RunResult.
template <class Simulate>
Record execute_simulated(const Point& point, const PlatformFile& platform, Simulate simulate) {
  const Workload workload(point);
  const auto collective = make_simulated_collective(point, workload, platform.machine);
  const auto result = simulate([&](runtime::Comm& comm) { collective->run(comm); });
  const auto calls = static_cast<double>(algos::period_of(point.algorithm));
  Record record;
  record.point = point;
  record.time_s = result.makespan_s() / calls;
  record.messages = static_cast<double>(result.messages) / calls;
  record.bytes = result.bytes / calls;
  if constexpr (requires { result.config; }) record.network = result.config;
  collective->finish(record);
  add_bound_terms(record, workload, platform.machine);
  return record;
}

Record execute_loggp(const Point& point, const PlatformFile& platform) {
  const auto& machine = point.machine == "loggp" ? platform.loggp : platform.loggp_hockney;
  return execute_simulated(point, platform, [&](const auto& body) {
    return runtime::loggp::run(machine, static_cast<int>(point.ranks), body);
  });
}

Record execute_simgrid([[maybe_unused]] const Point& point,
                       [[maybe_unused]] const PlatformFile& platform) {
#ifdef SPARLAB_HAVE_SIMGRID
  if (!platform.simulated) {
    throw EnvironmentError(fmt::format(
        "platform {} has no links to simulate; engine simgrid needs a topology and links",
        platform.name));
  }
  Record record = execute_simulated(point, platform, [&](const auto& body) {
    return sim::run(*platform.simulated, static_cast<int>(point.ranks), body);
  });
  record.network["simgrid/version"] = sim::simgrid_version();
  return record;
#else
  throw EnvironmentError("this sparlab was built without SimGrid (SPARLAB_WITH_SIMGRID=OFF)");
#endif
}

}  // namespace

Record execute(const Point& point, const PlatformFile& platform) {
  switch (point.engine) {
    case Engine::model:
      return execute_model(point, platform);
    case Engine::loggp:
      return execute_loggp(point, platform);
    case Engine::simgrid:
      return execute_simgrid(point, platform);
    case Engine::mpi:
      break;
  }
  throw std::invalid_argument("engine mpi runs in its own processes, not here");
}

}  // namespace sparlab::experiments
