#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/sweep/new_process.hpp"

namespace sparlab::experiments {

/// Another program at work, from start to end. It reads nothing, and what it prints is kept to
/// explain a failure. It does not outlive its owner: the destructor ends it.
class ChildProcess {
 public:
  /// Exit status of a child whose program is not there.
  static constexpr int kNoProgram = 127;

  /// Starts `command`, whose program is looked up in PATH, in `folder` (empty: the current one).
  /// Errors  EnvironmentError: the system gives no process or temporary file.
  explicit ChildProcess(std::vector<std::string> command, const std::filesystem::path& folder = {});
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  bool has_ended();

  /// Blocks until it has ended.
  void wait();

  /// Asks it to end, and kills it if it has not some seconds later.
  void end();

  /// After it has ended.
  bool succeeded() const { return status_ == 0; }
  int exit_code() const;  ///< -1 if a signal killed it

  /// "exited with code 1: <the last lines that it printed>".
  std::string describe_end() const;

  /// The last lines that it printed, for a message.
  std::string printed() const;

 private:
  TemporaryFile output_;
  pid_t pid_ = -1;
  int status_ = 0;
  bool running_ = true;
};

}  // namespace sparlab::experiments
