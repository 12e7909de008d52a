#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <string>

#include "experiments/sweep/worker_process.hpp"

namespace sparlab::experiments {

/// Runs jobs in forked processes, at most `processes` at a time, so that a job which crashes,
/// hangs, runs out of memory or may run once a process (SimGrid) harms no other.
///
/// A process may do several jobs, where starting one for each would take longer than the jobs. When
/// it ends early, the others are done by further processes. A job fails if its process ended early
/// or its time limit passed, and nothing had run in that process before it: else the fault may lie
/// in what ran before, and the job is tried again as the first of a new process.
struct ProcessPool {
  unsigned processes = 1;
  std::size_t jobs_a_process = 1;
  double memory_bytes = std::numeric_limits<double>::infinity();  ///< for all processes at a time

  /// In the process: computes the job's text. An exception's message becomes the failure. What the
  /// job prints is discarded, except that its last lines explain a crash.
  std::function<std::string(std::size_t job)> work;
  /// In the parent: what a job is expected to take. A process waits for others to end while they
  /// would take more than all memory together; a job that takes more by itself runs alone.
  std::function<double(std::size_t job)> job_bytes = [](std::size_t) { return 0.0; };
  /// In the parent: how long a job may run.
  std::function<double(std::size_t job)> limit_s = [](std::size_t) {
    return std::numeric_limits<double>::infinity();
  };
  /// In the parent.
  std::function<void(std::size_t job)> started;
  std::function<void(std::size_t job, const JobResult&)> finished;
  /// In the parent, several times a second: false stops, killing what runs.
  std::function<bool()> keep_going;

  /// Runs jobs 0..count-1, starting them in this order. Jobs that were stopped are not reported.
  /// Errors  EnvironmentError: the system gives no process or pipe.
  void run(std::size_t count) const;
};

}  // namespace sparlab::experiments
