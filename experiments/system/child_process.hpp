#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/system/new_process.hpp"

namespace sparlab::experiments {

/// A running external program. Its input is empty; its output is kept to explain a failure. The
/// destructor ends the program.
class ChildProcess {
 public:
  /// Exit status of a child whose program was not found.
  static constexpr int kNoProgram = 127;

  /// Starts `command`, whose program is looked up in PATH, in `folder` (empty: the current one).
  /// Errors  EnvironmentError: no process or temporary file can be created.
  explicit ChildProcess(std::vector<std::string> command, const std::filesystem::path& folder = {});
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  bool has_ended();

  /// Blocks until the program has ended.
  void wait();

  /// Asks the program to end, and kills it if it is still running some seconds later.
  void end();

  /// Call it only after the program has ended.
  bool succeeded() const { return status_ == 0; }
  int exit_code() const;  ///< -1 if a signal killed it

  /// "exited with code 1: <the last lines of its output>".
  std::string describe_end() const;

  /// The last lines of its output, for a message.
  std::string printed() const;

 private:
  TemporaryFile output_;
  pid_t pid_ = -1;
  int status_ = 0;
  bool running_ = true;
};

}  // namespace sparlab::experiments
