#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/system/child_process.hpp"
#include "experiments/spec/points/planned_point.hpp"
#include "machines/launchers/mpi_launch.hpp"
#include "machines/launchers/worker_results.hpp"

namespace sparlab::experiments::run {

/// Jobs first..end-1, in this order.
struct JobRange {
  std::size_t first = 0;
  std::size_t end = 0;
};

/// A process that runs jobs one after the other and sends each result at once.
struct Worker {
  JobRange left;          ///< jobs without a result; the first one is running
  std::size_t first_job;  ///< before it, no other job ran in this process
  std::string name;       ///< "mpirun", for messages
  machines::ResultReader results;
  std::unique_ptr<base::ChildProcess> process;
  base::WaitingTime waited = {};  ///< for the start, a result or the end
  double limit_s = 0;             ///< of what is waited for
  bool separates_jobs = false;    ///< each runs in a process of its own, which this one forks

  bool done() const { return left.first == left.end; }
};

/// Forks a process in which `work` computes the text of each job. The message of an exception
/// becomes the failure of that job.
/// Errors  EnvironmentError: no process, pipe or temporary file can be created.
Worker fork_worker(JobRange jobs, const std::function<std::string(std::size_t job)>& work);

/// Forks a process that calls `prepare` and then forks a process for each job. A job that crashes
/// fails, and the others run. If `prepare` throws, jobs run all the same, each without it.
/// Errors  as above.
Worker fork_preparing_worker(JobRange jobs, const std::function<void()>& prepare,
                             const std::function<std::string(std::size_t job)>& work);

/// Starts the mpi worker for these points, all with the same number of ranks, which may wait
/// `patience_s` for steady processors. A result is the line of a record.
/// Errors  EnvironmentError, as above.
Worker start_mpi_worker(JobRange jobs, const machines::MpiLaunch& launch,
                        const std::vector<PlannedPoint>& points, double patience_s);

}  // namespace sparlab::experiments::run
