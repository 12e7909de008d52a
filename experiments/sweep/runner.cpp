#include "experiments/sweep/runner.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <span>

#include "experiments/engines/execute.hpp"
#include "experiments/errors/errors.hpp"
#include "experiments/json/json_fields.hpp"
#include "experiments/launchers/mpi_launch.hpp"
#include "experiments/points/engine.hpp"
#include "experiments/records/record_lines.hpp"
#include "experiments/sweep/batches.hpp"
#include "experiments/sweep/time_limit.hpp"
#include "experiments/sweep/worker_pool.hpp"
#include "experiments/system/environment.hpp"
#include "experiments/system/interruption.hpp"

namespace sparlab::experiments {
namespace {

using Points = std::vector<PlannedPoint>;

/// SimGrid's solver ends the process, with SIGSEGV or SIGABRT, if rounding errors add up.
std::string advice_after_crash(const Point& point) {
  if (point.engine != Engine::simgrid) return "";
  return "; if it is SimGrid that crashed, engine loggp can run this point";
}

class Runner {
 public:
  Runner(const Plan& plan, const RunOptions& options, RecordStore& store, std::ostream& messages,
         bool terminal)
      : plan_(plan), options_(options), store_(store) {
    for (const PlannedPoint& planned : plan.points) {
      if (store.contains(planned.id)) {
        ++outcome_.kept;
        continue;
      }
      const RunCost cost = predict_run_cost(planned.point);
      predicted_s_[planned.id] = cost.wall_s;
      predicted_bytes_[planned.id] = cost.memory_bytes;
      todo_[info_of(planned.point.engine).method].push_back(planned);
    }
    double total_s = 0;
    for (const auto& [id, seconds] : predicted_s_) total_s += seconds;
    progress_.emplace(messages, terminal, predicted_s_.size(), total_s);
  }

  RunOutcome run() {
    const InterruptionGuard guard;
    run_formulas();
    run_simulations();
    run_measurements();
    progress_->close();
    outcome_.interrupted = interrupted();
    return std::move(outcome_);
  }

 private:
  bool keep_going() {
    progress_->tick();
    return !interrupted() && !(options_.fail_fast && !outcome_.failures.empty());
  }

  void fail(const PlannedPoint& planned, const std::string& reason) {
    progress_->message(fmt::format("sparlab: {} failed: {}", describe(planned.point), reason));
    note_failure(planned, reason, false);
  }

  void note_failure(const PlannedPoint& planned, const std::string& reason, bool environment) {
    outcome_.failures.push_back({planned, reason, environment});
    progress_->finished(predicted_s_.at(planned.id));
  }

  Record execute_here(const PlannedPoint& planned) const {
    return run_and_describe(planned, [&] {
      return execute(planned.point, plan_.platforms.at(planned.point.platform));
    });
  }

  /// A closed formula takes less time than starting a process, so many share one process.
  void run_formulas() {
    constexpr std::size_t kLeast = 16;
    constexpr std::size_t kMost = 4096;
    const Points& points = todo_[Method::formula];
    run_in_forks(points, std::clamp(points.size() / (4 * options_.jobs), kLeast, kMost));
  }

  void run_simulations() {
    Points& points = todo_[Method::simulation];
    auto batches = make_batches(points, plan_.platforms, [&](const PlannedPoint& planned) {
      return predicted_s_.at(planned.id);
    });
    run_in_forks(points, 1, std::move(batches));
  }

  void run_in_forks(const Points& points, std::size_t points_a_process,
                    std::vector<JobRange> batches = {}) {
    WorkerPool pool = pool_of(points);
    pool.processes = options_.jobs;
    pool.jobs_a_process = points_a_process;
    pool.batches = std::move(batches);
    pool.memory_bytes = available_memory_bytes();
    pool.start = [&](JobRange jobs) {
      const auto work = [&](std::size_t job) { return record_to_line(execute_here(points[job])); };
      if (jobs.end - jobs.first == 1 || !shares_setup(points[jobs.first].point))
        return fork_worker(jobs, work);
      return fork_preparing_worker(
          jobs, [&] { set_up_for(largest_of(points, jobs).point); }, work);
    };
    pool.run(points.size());
  }

  void set_up_for(const Point& largest) const {
    set_up(largest, plan_.platforms.at(largest.platform));
  }

  /// A pool without a way to start its processes. `launch` is how measurements are started.
  WorkerPool pool_of(const Points& points, const MpiLaunch* launch = nullptr) {
    WorkerPool pool;
    pool.job_bytes = [&](std::size_t job) { return predicted_bytes_.at(points[job].id); };
    pool.limit_s = [&, launch](std::size_t job) {
      return time_limit_s(points[job].point, options_.point_timeout_s,
                          launch == nullptr ? 1 : launch->ranks_per_processor);
    };
    pool.started = [&](std::size_t job) { progress_->started(describe(points[job].point)); };
    pool.finished = [this, &points, launch](std::size_t job, const JobResult& result) {
      if (result.succeeded) {
        receive(points[job], result.text, launch);
      } else {
        fail(points[job],
             result.crashed ? result.text + advice_after_crash(points[job].point) : result.text);
      }
    };
    pool.not_started = [this, &points](JobRange jobs, const std::string& reason) {
      const Point& first = points[jobs.first].point;
      fail_alike(std::span(points).subspan(jobs.first, jobs.end - jobs.first),
                 fmt::format("{} P={}", name_of(first.engine), first.ranks), reason, false);
    };
    pool.keep_going = [&] { return keep_going(); };
    return pool;
  }

  void receive(const PlannedPoint& planned, const std::string& line, const MpiLaunch* launch) {
    try {
      store_.append(launch == nullptr ? line : with_launch(planned, line, *launch));
    } catch (const FormatError& error) {
      return fail(planned, fmt::format("its record is unusable: {}", error.what()));
    }
    ++outcome_.done;
    progress_->finished(predicted_s_.at(planned.id));
  }

  /// Adds to a measurement's line how the worker was started.
  std::string with_launch(const PlannedPoint& planned, const std::string& line,
                          const MpiLaunch& launch) const {
    Record record = record_from_line(line);
    record.environment["mpi.command"] = fmt::format("{}", fmt::join(launch.command, " "));
    record.environment["mpi.launcher"] = planned.point.launcher;
    if (!planned.launcher_hash.empty())
      record.environment["mpi.launcher_hash"] = planned.launcher_hash;
    for (const auto& [name, value] : launch.environment)
      record.environment["mpi.env." + name] = value;
    return record_to_line(record);
  }

  void run_measurements() {
    if (todo_[Method::measurement].empty() || !keep_going()) return;
    std::map<std::string, Points> by_launcher;
    Points without_machine;
    for (const PlannedPoint& planned : todo_[Method::measurement])
      (lacks_machine(planned) ? without_machine : by_launcher[planned.point.launcher])
          .push_back(planned);
    if (!without_machine.empty())
      fail_alike(without_machine, "mpi that choose by platform local", plan_.no_local, true);
    std::mt19937_64 random(options_.seed);
    for (auto& [name, points] : by_launcher) {
      const Launcher& launcher = plan_.launchers.at(name);
      if (can_measure(launcher, points)) measure_all(launcher, points, random);
    }
  }

  bool can_measure(const Launcher& launcher, const Points& points) {
    try {
      prepare_mpi_launch(launcher, 1);
      return true;
    } catch (const EnvironmentError& error) {
      fail_alike(points, "engine mpi", error.what(), true);
      return false;
    }
  }

  /// Measures the points of one launcher, grouped by P.
  void measure_all(const Launcher& launcher, const Points& all, std::mt19937_64& random) {
    std::map<std::uint64_t, Points> by_ranks;
    for (const PlannedPoint& planned : all) by_ranks[planned.point.ranks].push_back(planned);
    for (auto& [ranks, points] : by_ranks) {
      std::shuffle(points.begin(), points.end(), random);
      if (!keep_going()) return;
      const MpiLaunch launch = prepare_mpi_launch(launcher, ranks);
      if (launch.oversubscribed)
        progress_->message(
            fmt::format("sparlab: mpi P={}: {}; they take turns, so times are "
                        "longer than on a machine with enough",
                        ranks, describe_oversubscription(launcher, ranks)));
      measure(launch, points);
    }
  }

  /// Reports a failure common to all of these points only once.
  void fail_alike(std::span<const PlannedPoint> points, const std::string& what,
                  const std::string& reason, bool environment) {
    progress_->message(
        fmt::format("sparlab: all {} points of {} failed: {}", points.size(), what, reason));
    for (const PlannedPoint& planned : points) note_failure(planned, reason, environment);
  }

  /// Runs all points, which have the same number of ranks, in one start of the worker.
  void measure(const MpiLaunch& launch, const Points& points) {
    WorkerPool pool = pool_of(points, &launch);
    pool.jobs_a_process = points.size();
    pool.start_limit_s = start_limit_s(launch);
    pool.start = [&](JobRange jobs) { return start_mpi_worker(jobs, launch, points); };
    pool.run(points.size());
  }

  const Plan& plan_;
  const RunOptions& options_;
  RecordStore& store_;
  std::optional<Progress> progress_;
  std::map<std::string, double> predicted_s_;      ///< by id, of the remaining points
  std::map<std::string, double> predicted_bytes_;  ///< by id, of the remaining points
  std::map<Method, Points> todo_;
  RunOutcome outcome_;
};

}  // namespace

std::vector<CostlyPoint> points_above(const Plan& plan, const RunCost& budget) {
  std::vector<CostlyPoint> costly;
  for (const PlannedPoint& planned : plan.points) {
    const RunCost cost = predict_run_cost(planned.point);
    if (cost.wall_s > budget.wall_s || cost.memory_bytes > budget.memory_bytes)
      costly.push_back({planned, cost});
  }
  return costly;
}

RunOutcome run_plan(const Plan& plan, const RunOptions& options, RecordStore& store,
                    std::ostream& messages, bool terminal) {
  return Runner(plan, options, store, messages, terminal).run();
}

std::string describe(const Point& point) {
  return fmt::format("{} {} P={} N={} nnz={} ({})", name_of(point.engine), point.algorithm.spec(),
                     point.ranks, point.universe, point.nnz, point.sweep);
}

}  // namespace sparlab::experiments
