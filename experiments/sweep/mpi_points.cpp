#include "experiments/sweep/mpi_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "experiments/points/planned_point.hpp"
#include "experiments/sweep/time_limit.hpp"
#include "experiments/system/child_process.hpp"
#include "experiments/system/temporary_folder.hpp"
#include "experiments/system/waiting_time.hpp"

namespace sparlab::experiments {
namespace {

namespace fs = std::filesystem;

/// Returns the lines added to a growing file since the last call.
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

/// The files by which the worker receives points and returns records.
struct Files {
  explicit Files(const std::vector<PlannedPoint>& planned) { write_points_file(points, planned); }
  TemporaryFolder folder;
  fs::path points = folder / "points";
  fs::path records = folder / "records";
};

std::vector<std::string> with_files(std::vector<std::string> command, const Files& files) {
  command.push_back(files.points);
  command.push_back(files.records);
  return command;
}

/// The time that the ranks may take to start, and to end after their last record. Ranks that share
/// a processor start one after the other.
double launch_limit_s(const MpiLaunch& launch) {
  constexpr double kLaunch = 60;
  constexpr double kRank = 1;
  return kLaunch + (launch.oversubscribed ? kRank * static_cast<double>(launch.ranks) : 0);
}

/// One start of the worker, monitored until it ends.
class Run {
 public:
  Run(const MpiLaunch& launch, const std::vector<PlannedPoint>& points,
      const std::function<double(const PlannedPoint&)>& limit_s)
      : launch_limit_s_(launch_limit_s(launch)),
        points_(points),
        limit_s_(limit_s),
        files_(points),
        records_(files_.records),
        mpirun_(with_files(launch.command, files_)) {}

  MpiOutcome follow(const Receive& receive, const std::function<bool()>& keep_going) {
    while (!mpirun_.has_ended()) {
      note_start();
      pass_on(receive);
      outcome_.stopped = !keep_going();
      const bool silent = waited_.seconds() > waited_limit_s_;
      if (outcome_.stopped || silent) {
        if (silent) outcome_.failure = describe_silence();
        mpirun_.end();
        break;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    note_start();
    pass_on(receive);
    if (outcome_.failure.empty() && outcome_.finished < points_.size())
      outcome_.failure = "mpirun " + mpirun_.describe_end();
    return outcome_;
  }

 private:
  void note_start() {
    if (outcome_.started || !fs::exists(files_.records)) return;
    outcome_.started = true;
    wait_for_next();
  }

  void pass_on(const Receive& receive) {
    for (const std::string& line : records_.take()) {
      receive(points_[outcome_.finished], line);
      ++outcome_.finished;
      wait_for_next();
    }
  }

  /// Computes the time limit once per point, since computing in this process disturbs the ranks.
  void wait_for_next() {
    waited_.restart();
    const bool all = outcome_.finished == points_.size();
    waited_limit_s_ = all ? launch_limit_s_ : limit_s_(points_[outcome_.finished]);
  }

  std::string describe_silence() const {
    if (outcome_.started) return describe_time_limit(waited_limit_s_);
    return fmt::format("mpirun did not start its ranks within {:.0f} s", launch_limit_s_);
  }

  double launch_limit_s_;
  double waited_limit_s_ = launch_limit_s_;  ///< for the start, a point, or the end
  const std::vector<PlannedPoint>& points_;
  const std::function<double(const PlannedPoint&)>& limit_s_;
  Files files_;
  GrowingLines records_;
  ChildProcess mpirun_;
  WaitingTime waited_;
  MpiOutcome outcome_;
};

}  // namespace

MpiOutcome run_mpi_points(const MpiLaunch& launch, const std::vector<PlannedPoint>& points,
                          const std::function<double(const PlannedPoint&)>& limit_s,
                          const Receive& receive, const std::function<bool()>& keep_going) {
  return Run(launch, points, limit_s).follow(receive, keep_going);
}

}  // namespace sparlab::experiments
