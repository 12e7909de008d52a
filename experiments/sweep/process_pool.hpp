#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <string>

namespace sparlab::experiments {

/// What became of one job: the text that it returned, or why there is none.
struct JobResult {
  bool succeeded = false;
  std::string text;
};

/// Runs jobs in forked processes, at most `processes` at a time, so that a job which crashes, runs
/// out of memory or may run once a process (SimGrid) harms no other.
struct ProcessPool {
  unsigned processes = 1;
  double memory_bytes = std::numeric_limits<double>::infinity();  ///< for all jobs at a time

  /// In the child: computes the job's text. An exception's message becomes the failure. What the
  /// job prints is discarded, except that its last lines explain a crash.
  std::function<std::string(std::size_t job)> work;
  /// In the parent: what a job is expected to take. A job waits for others to end while they would
  /// take more than all memory together; one that takes more by itself runs alone.
  std::function<double(std::size_t job)> job_bytes = [](std::size_t) { return 0.0; };
  /// In the parent.
  std::function<void(std::size_t job)> started;
  std::function<void(std::size_t job, const JobResult&)> finished;
  /// In the parent, several times a second: false stops, killing what runs.
  std::function<bool()> keep_going;

  /// Runs jobs 0..count-1, starting them in this order. Jobs that were stopped are not reported.
  /// Errors  EnvironmentError: the system gives no process or pipe.
  void run(std::size_t count) const;
};

/// "killed by signal 9 (Killed)", "exited with code 1".
std::string describe_exit(int wait_status);

}  // namespace sparlab::experiments
