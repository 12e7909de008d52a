#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <string>

#include "experiments/sweep/worker_process.hpp"

namespace sparlab::experiments {

/// Runs jobs in forked processes, at most `processes` at a time. A job that crashes, hangs, runs
/// out of memory or may run only once in a process (SimGrid) does not affect the others.
///
/// A process may run several jobs, for jobs that take less time than starting a process. If it ends
/// early, other processes run the remaining jobs. A job fails if its process ended early or its
/// time limit passed, and it was the first job of that process. If it was not, an earlier job may
/// be the cause, so the job is repeated as the first job of a new process.
/// in what ran before, and the job is tried again as the first of a new process.
struct ProcessPool {
  unsigned processes = 1;
  std::size_t jobs_a_process = 1;
  double memory_bytes = std::numeric_limits<double>::infinity();  ///< for all processes

  /// In the child: computes the job's text. The message of an exception becomes the failure. Output
  /// of the job is discarded, except that its last lines explain a crash.
  std::function<std::string(std::size_t job)> work;
  /// In the parent: the expected memory of a job. A process starts only when it fits into
  /// `memory_bytes` together with the running ones; a job that exceeds it alone runs alone.
  std::function<double(std::size_t job)> job_bytes = [](std::size_t) { return 0.0; };
  /// In the parent: the time limit of a job.
  std::function<double(std::size_t job)> limit_s = [](std::size_t) {
    return std::numeric_limits<double>::infinity();
  };
  /// In the parent: notifications.
  std::function<void(std::size_t job)> started;
  std::function<void(std::size_t job, const JobResult&)> finished;
  /// In the parent, called several times a second; false kills all running jobs and stops.
  std::function<bool()> keep_going;

  /// Runs jobs 0..count-1, starting them in this order. Jobs that were stopped are not reported.
  /// Errors  EnvironmentError: no process or pipe can be created.
  void run(std::size_t count) const;
};

}  // namespace sparlab::experiments
