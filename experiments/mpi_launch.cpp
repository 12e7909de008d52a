#include "experiments/mpi_launch.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "experiments/environment.hpp"
#include "experiments/environment_error.hpp"
#include "experiments/json_fields.hpp"
#include "experiments/last_lines.hpp"
#include "experiments/points_file.hpp"
#include "experiments/process_pool.hpp"
#include "experiments/record_json.hpp"

namespace sparlab::experiments {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

fs::path find_in_path(const std::string& program) {
  const char* const path = std::getenv("PATH");
  std::string folders = path == nullptr ? "" : path;
  for (std::size_t begin = 0; begin < folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    fs::path candidate = fs::path(folders.substr(begin, end - begin)) / program;
    if (::access(candidate.c_str(), X_OK) == 0) return candidate;
    begin = end + 1;
  }
  return {};
}

fs::path find_worker() {
  std::error_code error;
  fs::path worker = fs::read_symlink("/proc/self/exe", error).parent_path() / "sparlab-mpi-worker";
  if (::access(worker.c_str(), X_OK) == 0) return worker;
  throw EnvironmentError("the engine mpi needs " + worker.string() +
                         ", which was not built (SPARLAB_WITH_MPI)");
}

/// A folder that goes with its owner.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "sparlab-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw EnvironmentError("cannot create " + name);
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  fs::path operator/(const char* name) const { return path_ / name; }

 private:
  fs::path path_;
};

pid_t spawn(std::vector<std::string> command, std::FILE* output) {
  std::vector<char*> arguments;
  for (std::string& argument : command) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  const pid_t pid = ::fork();
  if (pid < 0) throw EnvironmentError("cannot start " + command.front());
  if (pid > 0) return pid;
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  const int nothing = ::open("/dev/null", O_RDONLY);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(::fileno(output), STDOUT_FILENO);
  ::dup2(::fileno(output), STDERR_FILENO);
  ::execv(arguments.front(), arguments.data());
  ::_exit(127);
}

/// The lines that a growing file has gained since the last look.
class GrowingLines {
 public:
  explicit GrowingLines(fs::path file) : file_(std::move(file)) {}

  std::vector<std::string> take() {
    std::ifstream stream(file_, std::ios::binary);
    stream.seekg(static_cast<std::streamoff>(read_));
    std::vector<std::string> lines;
    // A line without its newline is still being written.
    for (std::string line; std::getline(stream, line) && !stream.eof(); lines.push_back(line))
      read_ += line.size() + 1;
    return lines;
  }

 private:
  fs::path file_;
  std::size_t read_ = 0;
};

/// mpirun at work, from start to end.
class Run {
 public:
  Run(const MpiLaunch& launch, const std::vector<PlannedPoint>& points)
      : points_(points), records_(folder_ / "records"), output_(std::tmpfile()) {
    if (output_ == nullptr) throw EnvironmentError("cannot create a temporary file");
    write_points_file(folder_ / "points", points);
    std::vector<std::string> command = launch.command;
    command.push_back(folder_ / "points");
    command.push_back(folder_ / "records");
    pid_ = spawn(std::move(command), output_);
  }
  ~Run() {
    if (running_) end_worker();
    std::fclose(output_);
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  MpiOutcome follow(const std::function<void(Record)>& receive,
                    const std::function<bool()>& keep_going) {
    while (!has_ended()) {
      pass_on(receive);
      outcome_.stopped = !keep_going();
      const bool silent = Clock::now() - last_record_ > patience();
      if (outcome_.stopped || silent) {
        end_worker();
        if (silent) outcome_.failure = fmt::format("no result for {} s", patience().count());
        break;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    pass_on(receive);
    if (outcome_.failure.empty() && outcome_.finished < points_.size())
      outcome_.failure = "mpirun " + describe_exit(status_);
    if (!outcome_.failure.empty()) add_output();
    return outcome_;
  }

 private:
  void pass_on(const std::function<void(Record)>& receive) {
    for (const std::string& line : records_.take()) {
      receive(record_from_line(line));
      ++outcome_.finished;
      last_record_ = Clock::now();
    }
  }

  /// Budgets bound the repetitions; inputs, warm-up and the check of the result come on top.
  std::chrono::seconds patience() const {
    double budget_s = 0;
    for (const PlannedPoint& planned : points_)
      budget_s = std::max(budget_s, planned.point.budget_s);
    return std::chrono::seconds(120 + static_cast<long>(std::min(10 * budget_s, 1e6)));
  }

  bool has_ended() {
    if (running_ && ::waitpid(pid_, &status_, WNOHANG) != 0) running_ = false;
    return !running_;
  }

  /// mpirun ends its ranks when told to; if it does not, it is killed.
  void end_worker() {
    ::kill(pid_, SIGTERM);
    for (int i = 0; i < 100 && !has_ended(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    if (!running_) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, &status_, 0);
    running_ = false;
  }

  void add_output() {
    const std::string printed = last_lines(output_);
    if (!printed.empty()) outcome_.failure += ": " + printed;
  }

  const std::vector<PlannedPoint>& points_;
  TemporaryFolder folder_;
  GrowingLines records_;
  std::FILE* output_;
  pid_t pid_ = -1;
  int status_ = 0;
  bool running_ = true;
  Clock::time_point last_record_ = Clock::now();
  MpiOutcome outcome_;
};

}  // namespace

MpiLaunch prepare_mpi_launch(std::uint64_t ranks) {
  const fs::path mpirun = find_in_path("mpirun");
  if (mpirun.empty())
    throw EnvironmentError(
        "the engine mpi needs mpirun, which is not in PATH (Debian: openmpi-bin)");
  MpiLaunch launch;
  launch.oversubscribed = ranks > usable_processors();
  launch.command = {mpirun.string(), "-n", std::to_string(ranks)};
  const auto add = [&](std::initializer_list<const char*> options) {
    launch.command.insert(launch.command.end(), options.begin(), options.end());
  };
  if (::geteuid() == 0) add({"--allow-run-as-root"});
  // Slots are cores unless told otherwise, so two ranks on two threads of one core need it too.
  if (ranks > std::min(usable_processors(), physical_cores())) {
    add({"--oversubscribe", "--bind-to", "none"});
  } else {
    add({"--bind-to", "core"});
  }
  if (launch.oversubscribed) add({"--mca", "mpi_yield_when_idle", "1"});
  launch.command.push_back(find_worker());
  return launch;
}

MpiOutcome run_mpi_points(const MpiLaunch& launch, const std::vector<PlannedPoint>& points,
                          const std::function<void(Record)>& receive,
                          const std::function<bool()>& keep_going) {
  return Run(launch, points).follow(receive, keep_going);
}

}  // namespace sparlab::experiments
