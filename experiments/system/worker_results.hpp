#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "experiments/system/whole_file.hpp"

/// How a worker process returns the results of its jobs: as lines in a pipe, which nothing else
/// writes to, so that output of libraries cannot corrupt them. The first line says that the worker
/// has started.
namespace sparlab::experiments {

/// The outcome of one job.
struct JobResult {
  bool succeeded = false;
  std::string text;  ///< of its result, or the reason why there is none
};

/// The worker's side.
class ResultWriter {
 public:
  /// Sends the first line.
  /// Errors  EnvironmentError, also of `send`: the pipe cannot be written to.
  explicit ResultWriter(FileDescriptor pipe);

  /// Opens a named pipe; a regular file does as well.
  explicit ResultWriter(const std::string& path);

  /// Newlines in the text become spaces.
  void send(const JobResult& result);

 private:
  FileDescriptor pipe_;
};

/// The side of the process that started the worker.
class ResultReader {
 public:
  explicit ResultReader(FileDescriptor pipe);

  /// Becomes readable when there is something to receive.
  int descriptor() const { return pipe_.get(); }

  /// Reads what has arrived; does not block.
  void receive();

  bool started() const { return started_; }

  /// The next result that has arrived.
  std::optional<JobResult> take();

 private:
  FileDescriptor pipe_;
  bool started_ = false;
  std::string unfinished_;  ///< the beginning of a line
  std::deque<JobResult> results_;
};

}  // namespace sparlab::experiments
