#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "experiments/run/submission/submission.hpp"

namespace sparlab::experiments::run {

/// How far the points of a group of tasks are.
struct GroupStatus {
  std::string name;
  std::uint64_t tasks = 0;
  std::uint64_t points = 0;
  std::uint64_t done = 0;     ///< with a record
  std::uint64_t failed = 0;   ///< without one, of tasks that ended and were not interrupted
  std::uint64_t running = 0;  ///< without one, of tasks that began
  std::uint64_t waiting = 0;  ///< the others
};

/// A task that ended with an error.
struct FailedTask {
  std::string task;  ///< "simulated-3"
  std::string exit_code;
  std::uint64_t failed_points = 0;
};

struct SubmissionStatus {
  std::vector<GroupStatus> groups;
  GroupStatus all;
  std::vector<FailedTask> failed_tasks;
};

/// Reads the states of tasks and the records of their parts. Damaged records are reported on
/// `messages` and count as not there. A job that was killed without a chance to say so still looks
/// as if it ran. Errors  ConfigError, EnvironmentError: a file that cannot be read.
SubmissionStatus status_of(const Submission& submission, std::ostream& messages);

void print_status(std::ostream& stream, const SubmissionStatus& status);
nlohmann::json status_to_json(const SubmissionStatus& status);

}  // namespace sparlab::experiments::run
