#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>

#include "base/system/child_process.hpp"
#include "machines/launchers/mpi_launch.hpp"
#include "machines/launchers/worker_request.hpp"
#include "machines/launchers/worker_results.hpp"

namespace sparlab::machines {

/// The mpi worker as the launcher runs it. Its results come through the launcher's standard output,
/// which is the way that works on any host.
struct LaunchedWorker {
  ResultReader results;
  std::unique_ptr<base::ChildProcess> process;
};

/// Errors  EnvironmentError: no process or pipe can be created.
LaunchedWorker start_worker(const MpiLaunch& launch, WorkerTask task, nlohmann::json work);

}  // namespace sparlab::machines
