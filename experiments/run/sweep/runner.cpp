#include "experiments/run/sweep/runner.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "algos/registry/registry.hpp"
#include "base/errors/errors.hpp"
#include "base/json/json_fields.hpp"
#include "base/system/environment.hpp"
#include "base/system/interruption.hpp"
#include "base/system/page_time.hpp"
#include "experiments/records/store/failure_log.hpp"
#include "experiments/records/store/record_lines.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/run/sweep/batches.hpp"
#include "experiments/run/sweep/time_limit.hpp"
#include "experiments/run/sweep/worker_pool.hpp"
#include "experiments/spec/points/engine.hpp"
#include "machines/launchers/mpi_launch.hpp"

namespace sparlab::experiments::run {
namespace {

using Points = std::vector<PlannedPoint>;

/// SimGrid's solver ends the process, with SIGSEGV or SIGABRT, if rounding errors add up.
std::string advice_after_crash(const Point& point) {
  if (point.engine != Engine::simgrid) return "";
  return "; if it is SimGrid that crashed, engine loggp can run this point";
}

class Runner {
 public:
  Runner(const Plan& plan, const RunOptions& options, records::RecordStore& store,
         std::ostream& messages, bool terminal)
      : plan_(plan),
        options_(options),
        store_(store),
        failures_(store.directory()),
        progress_(messages, terminal, [](const Point& point) { return describe(point); }) {
    costs_.reserve(plan.points.size());
    for (const PlannedPoint& planned : plan.points) {
      if (store.contains(planned.id)) {
        ++outcome_.kept;
        continue;
      }
      if (options.only_failed && !failures_.contains(planned.id)) {
        ++outcome_.left_out;
        continue;
      }
      const RunCost cost = predict_run_cost(planned.point, base::page_s());
      costs_.emplace(planned.id, cost);
      progress_.add(planned.point, cost.wall_s, measures(planned.point.engine) ? 1 : options.jobs);
      todo_[info_of(planned.point.engine).method].push_back(planned);
    }
  }

  RunOutcome run() {
    const base::InterruptionGuard guard;
    run_formulas();
    run_simulations();
    run_measurements();
    progress_.close();
    failures_.remove_done([&](const std::string& id) { return store_.contains(id); });
    outcome_.interrupted = base::interrupted();
    return std::move(outcome_);
  }

 private:
  /// What is not on disk yet does not count as done.
  void flush() {
    store_.flush();
    for (const auto& [planned, ran_s] : unflushed_)
      progress_.finished(planned->point, costs_.at(planned->id).wall_s, ran_s);
    outcome_.done += unflushed_.size();
    unflushed_.clear();
  }

  bool keep_going() {
    const bool asked = base::take_flush_request();
    if (asked || store_.must_flush()) flush();
    if (asked) progress_.show();
    progress_.tick();
    return !base::interrupted() && !(options_.fail_fast && !outcome_.failures.empty());
  }

  void fail(const PlannedPoint& planned, const std::string& reason) {
    progress_.message(fmt::format("sparlab: {} failed: {}", describe(planned.point), reason));
    note_failure(planned, reason, false);
  }

  void note_failure(const PlannedPoint& planned, const std::string& reason, bool environment) {
    outcome_.failures.push_back({planned, reason, environment});
    failures_.add({planned.id, describe(planned.point), reason, base::utc_timestamp()});
    progress_.finished(planned.point, costs_.at(planned.id).wall_s, progress_.ended(planned.point));
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
      return costs_.at(planned.id).wall_s;
    });
    run_in_forks(points, 1, std::move(batches));
  }

  void run_in_forks(const Points& points, std::size_t points_a_process,
                    std::vector<JobRange> batches = {}) {
    WorkerPool pool = pool_of(points);
    pool.processes = options_.jobs;
    pool.jobs_a_process = points_a_process;
    pool.batches = std::move(batches);
    pool.memory_bytes = base::available_memory_bytes();
    pool.stop_above_memory = !options_.ignore_memory;
    records::LineWriter writer;
    pool.start = [&](JobRange jobs) {
      const auto work = [&](std::size_t job) { return writer.write(execute_here(points[job])); };
      if (jobs.end - jobs.first == 1 || !shares_setup(points[jobs.first].point))
        return fork_worker(jobs, work);
      return fork_preparing_worker(
          jobs, [&] { set_up_for(largest_of(points, jobs).point); }, work);
    };
    run_pool(pool, points.size());
  }

  void run_pool(const WorkerPool& pool, std::size_t points) {
    pool.run(points);
    flush();
    progress_.all_stopped();
  }

  void set_up_for(const Point& largest) const {
    set_up(largest, plan_.platforms.at(largest.platform));
  }

  /// A pool without a way to start its processes. `launch` is how measurements are started.
  WorkerPool pool_of(const Points& points, const machines::MpiLaunch* launch = nullptr) {
    WorkerPool pool;
    pool.job_bytes = [&](std::size_t job) { return costs_.at(points[job].id).memory_bytes; };
    pool.limit_s = [&, launch](std::size_t job) {
      return time_limit_s(points[job].point, options_.point_timeout_s,
                          launch == nullptr ? 1 : launch->ranks_per_processor);
    };
    pool.started = [&](std::size_t job) {
      progress_.started(points[job].point, costs_.at(points[job].id).wall_s);
    };
    pool.finished = [this, &points, launch](std::size_t job, const machines::JobResult& result) {
      if (result.succeeded) {
        receive(points[job], result.text, launch);
      } else {
        fail(points[job],
             result.crashed ? result.text + advice_after_crash(points[job].point) : result.text);
      }
    };
    pool.not_started = [this, &points](JobRange jobs, const std::string& reason) {
      const Point& first = points[jobs.first].point;
      fail_all(std::span(points).subspan(jobs.first, jobs.end - jobs.first),
               fmt::format("{} P={}", name_of(first.engine), first.ranks), reason, false);
    };
    pool.keep_going = [&] { return keep_going(); };
    return pool;
  }

  void receive(const PlannedPoint& planned, const std::string& line,
               const machines::MpiLaunch* launch) {
    try {
      if (launch == nullptr) {
        store_.append(line);
      } else {
        store_.append(with_launch(planned, line, *launch));
      }
    } catch (const base::FormatError& error) {
      return fail(planned, fmt::format("its record is unusable: {}", error.what()));
    }
    unflushed_.emplace_back(&planned, progress_.ended(planned.point));
  }

  /// Adds to a measurement's line how the worker was started.
  Record with_launch(const PlannedPoint& planned, const std::string& line,
                     const machines::MpiLaunch& launch) const {
    Record record = records::record_from_line(line);
    record.environment["mpi.command"] = fmt::format("{}", fmt::join(launch.command, " "));
    record.environment["mpi.launcher"] = planned.point.launcher;
    if (!planned.launcher_hash.empty())
      record.environment["mpi.launcher_hash"] = planned.launcher_hash;
    for (const auto& [name, value] : launch.environment)
      record.environment["mpi.env." + name] = value;
    return record;
  }

  void run_measurements() {
    if (todo_[Method::measurement].empty() || !keep_going()) return;
    std::map<std::string, Points> by_launcher;
    Points without_machine;
    for (const PlannedPoint& planned : todo_[Method::measurement])
      (lacks_machine(planned) ? without_machine : by_launcher[planned.point.launcher])
          .push_back(planned);
    if (!without_machine.empty())
      fail_all(without_machine, "engine mpi that need platform local", plan_.no_local, true);
    std::mt19937_64 random(options_.seed);
    for (auto& [name, points] : by_launcher) {
      const machines::Launcher& launcher = plan_.launchers.at(name);
      if (can_measure(launcher, points)) measure_all(launcher, points, random);
    }
  }

  bool can_measure(const machines::Launcher& launcher, const Points& points) {
    try {
      machines::prepare_mpi_launch(launcher, 1);
      return true;
    } catch (const base::EnvironmentError& error) {
      fail_all(points, "engine mpi", error.what(), true);
      return false;
    }
  }

  /// Measures the points of one launcher, grouped by P.
  void measure_all(const machines::Launcher& launcher, const Points& all, std::mt19937_64& random) {
    std::map<std::uint64_t, Points> by_ranks;
    for (const PlannedPoint& planned : all) by_ranks[planned.point.ranks].push_back(planned);
    for (auto& [ranks, points] : by_ranks) {
      std::shuffle(points.begin(), points.end(), random);
      if (!keep_going()) return;
      const machines::MpiLaunch launch = machines::prepare_mpi_launch(launcher, ranks);
      if (launch.oversubscribed)
        progress_.message(
            fmt::format("sparlab: mpi P={}: {}; they take turns, so times are "
                        "longer than on a machine with enough",
                        ranks, machines::describe_oversubscription(launcher, ranks)));
      measure(launch, points);
    }
  }

  /// Reports a failure common to all of these points only once.
  void fail_all(std::span<const PlannedPoint> points, const std::string& what,
                const std::string& reason, bool environment) {
    progress_.message(
        fmt::format("sparlab: all {} points of {} failed: {}", points.size(), what, reason));
    for (const PlannedPoint& planned : points) note_failure(planned, reason, environment);
  }

  /// Runs all points, which have the same number of ranks, in one start of the worker.
  void measure(const machines::MpiLaunch& launch, const Points& points) {
    WorkerPool pool = pool_of(points, &launch);
    pool.jobs_a_process = points.size();
    pool.start_limit_s = start_limit_s(launch, options_.point_timeout_s);
    pool.obstacle = launch.obstacle;
    double budget_s = 0;
    for (const PlannedPoint& planned : points)
      budget_s = std::max(budget_s, planned.point.repetitions.budget_s);
    const double patience = patience_s(budget_s, options_.point_timeout_s);
    pool.start = [&](JobRange jobs) { return start_mpi_worker(jobs, launch, points, patience); };
    run_pool(pool, points.size());
  }

  const Plan& plan_;
  const RunOptions& options_;
  records::RecordStore& store_;
  records::FailureLog failures_;
  Progress progress_;
  std::unordered_map<std::string, RunCost> costs_;  ///< by id, of the points that run
  std::map<Method, Points> todo_;
  /// Points whose records are not on disk, and how long they ran.
  std::vector<std::pair<const PlannedPoint*, double>> unflushed_;
  RunOutcome outcome_;
};

/// The same point on engine model.
void turn_into_model(PlannedPoint& planned, const Plan& plan) {
  Point& point = planned.point;
  const auto platform = plan.platforms.find(point.platform);
  if (point.engine == Engine::model || platform == plan.platforms.end() ||
      algos::info_of(point.algorithm).native)
    throw base::ConfigError("--over-budget", "", fmt::format("model, for {}", describe(point)),
                            "points of an engine that simulates, with a model of the algorithm; "
                            "leave-out",
                            "");
  const bool had_machine = point.machine != MachineKind::none;
  point = on_engine(point, Engine::model);
  if (!had_machine) point.machine = Settings().machine;
  planned.platform_hash = platform->second.hash;
  planned.launcher_hash.clear();
  planned.chosen_by.reset();
  planned.machine.reset();
  planned.id = point_id(point, planned.platform_hash, planned.input_hash);
}

}  // namespace

std::vector<CostlyPoint> points_above(const Plan& plan, const RunCost& budget) {
  std::vector<CostlyPoint> costly;
  for (const PlannedPoint& planned : plan.points) {
    const RunCost cost = predict_run_cost(planned.point, base::page_s());
    if (cost.wall_s > budget.wall_s || cost.memory_bytes > budget.memory_bytes)
      costly.push_back({planned, cost});
  }
  return costly;
}

void replace_points(Plan& plan, const std::vector<CostlyPoint>& costly, bool with_model) {
  std::unordered_set<std::string> replaced;
  std::unordered_set<std::string> ids;
  for (const CostlyPoint& one : costly) replaced.insert(one.planned.id);
  for (const PlannedPoint& planned : plan.points) ids.insert(planned.id);
  std::vector<PlannedPoint> points;
  for (PlannedPoint& planned : plan.points) {
    if (!replaced.contains(planned.id)) {
      points.push_back(std::move(planned));
      continue;
    }
    if (!with_model) continue;
    PlannedPoint of_model = planned;
    turn_into_model(of_model, plan);
    if (ids.insert(of_model.id).second) points.push_back(std::move(of_model));
  }
  plan.points = std::move(points);
}

RunOutcome run_plan(const Plan& plan, const RunOptions& options, records::RecordStore& store,
                    std::ostream& messages, bool terminal) {
  return Runner(plan, options, store, messages, terminal).run();
}

std::string describe(const Point& point) {
  return fmt::format("{} {} P={} N={} nnz={} ({})", name_of(point.engine), point.algorithm.spec(),
                     point.ranks, point.universe, point.nnz, point.sweep);
}

}  // namespace sparlab::experiments::run
