#pragma once

#include <sys/types.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/system/whole_file.hpp"

namespace sparlab::base {

/// Measures how long something has been waited for; must be queried several times a second. Time in
/// which this process did not run (stopped by Ctrl-Z, or the machine asleep) is not counted, since
/// the awaited process did not run either.
class WaitingTime {
 public:
  void restart() {
    waited_s_ = 0;
    last_ = Clock::now();
  }

  double seconds() {
    constexpr double kLongestStep = 1;
    const Clock::time_point now = Clock::now();
    waited_s_ += std::min(kLongestStep, std::chrono::duration<double>(now - last_).count());
    last_ = now;
    return waited_s_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  double waited_s_ = 0;
  Clock::time_point last_ = Clock::now();
};

/// The memory in bytes that a process ("self", or its id) does not share through files; 0 if there
/// is no such process.
double own_bytes_of(const std::string& process);

/// What a program is started with, beside its arguments.
struct ChildSetup {
  std::filesystem::path folder = {};  ///< empty: the current one
  std::map<std::string, std::string> environment =
      {};                                    ///< set beside the variables of this process
  std::string input = {};                    ///< what it reads from standard input
  FileDescriptor output = FileDescriptor();  ///< its standard output; invalid: kept, see below
};

/// A running process that this one started. What it prints, and has no other place, is kept to
/// explain a failure. The destructor ends it. It also ends if this process is killed.
class ChildProcess {
 public:
  /// Exit status of a child whose program was not found.
  static constexpr int kNoProgram = 127;

  /// Starts `command`, whose program is looked up in PATH.
  /// Errors  EnvironmentError: no process or temporary file can be created.
  explicit ChildProcess(std::vector<std::string> command, const ChildSetup& setup = {});

  /// Forks this process; the child runs `code` and exits with the status that it returns, without
  /// destructors.
  /// Errors  as above.
  explicit ChildProcess(const std::function<int()>& code);

  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  bool has_ended();

  /// Blocks until the process has ended.
  void wait();

  /// Kills a fork. Asks a program to end, since it may have processes of its own, and kills it if
  /// it is still running some seconds later.
  void end();

  /// own_bytes_of the process.
  double own_bytes() const { return own_bytes_of(std::to_string(pid_)); }

  /// Call it only after the process has ended.
  bool succeeded() const { return status_ == 0; }
  int exit_code() const;  ///< -1 if a signal killed it
  /// Its own doing: a signal other than SIGKILL, which this program and the system send.
  bool has_crashed() const;

  /// "was killed by signal 6 (Aborted): <the last lines of its output>", "ended with exit code 1".
  std::string describe_end() const;

  /// The last lines of its output, for a message.
  std::string printed() const;

 private:
  void start(const std::function<int()>& code);

  int end_signal_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> output_;  ///< a file without a name
  pid_t pid_ = -1;
  int status_ = 0;
  bool running_ = true;
};

/// The last lines in `file`, for an error message: joined by " | ", without separators such as
/// "----", and shortened in the middle, since the first one often has the cause; empty if there are
/// none. If some lines come from sparlab ("sparlab: ..."), only these are returned, since launchers
/// print banners around them.
std::string last_lines(std::FILE* file);

}  // namespace sparlab::base
