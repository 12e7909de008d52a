#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "experiments/run/sweep/worker.hpp"

namespace sparlab::experiments::run {

/// Runs jobs in worker processes, at most `processes` at a time. A job that crashes, hangs, runs
/// out of memory or may run only once in a process (SimGrid) does not affect the others.
///
/// A process may run several jobs, for jobs that take less time than starting a process. If it ends
/// early, another process runs the remaining jobs. A job fails if its process ended early or its
/// time limit passed, and it was the first job of that process. If it was not, an earlier job may
/// be the cause, so the job is repeated as the first job of a new process, unless it was late in a
/// process of its own. A process that ends before it has started its first job is started once
/// more; one that does not start in time is not.
struct WorkerPool {
  unsigned processes = 1;
  std::size_t jobs_a_process = 1;
  std::vector<JobRange> batches = {};  ///< of all jobs, if not empty: each for one process
  double memory_bytes = std::numeric_limits<double>::infinity();  ///< for all processes

  /// Stops the largest process while all together take more than `memory_bytes`; its job fails.
  bool stop_above_memory = false;

  /// Starts a process for some jobs, with one of the functions of worker.hpp.
  std::function<Worker(JobRange jobs)> start;
  double start_limit_s = 60;  ///< time limit for the start, and for the end after the last job
  /// The expected memory of a job. A process starts only when it fits into `memory_bytes` together
  /// with the running ones; a job that exceeds it alone runs alone.
  std::function<double(std::size_t job)> job_bytes = [](std::size_t) { return 0.0; };
  /// The time limit of a job.
  std::function<double(std::size_t job)> limit_s = [](std::size_t) {
    return std::numeric_limits<double>::infinity();
  };
  /// Why no job can run now; empty: nothing is in the way. The job that runs fails, and the others
  /// wait for some time.
  std::function<std::string()> obstacle = [] { return std::string(); };
  double obstacle_limit_s = 60;
  /// Notifications.
  std::function<void(std::size_t job)> started;
  std::function<void(std::size_t job, const machines::JobResult&)> finished;
  /// The jobs of a process that could not be started, and the reason.
  std::function<void(JobRange jobs, const std::string& reason)> not_started;
  /// Called several times a second; false kills all running jobs and stops.
  std::function<bool()> keep_going;

  /// Runs jobs 0..count-1, starting them in this order. Jobs that were stopped are not reported.
  /// Errors  EnvironmentError: no process or pipe can be created.
  void run(std::size_t count) const;
};

}  // namespace sparlab::experiments::run
