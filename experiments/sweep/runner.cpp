#include "experiments/sweep/runner.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>

#include "experiments/errors/environment_error.hpp"
#include "experiments/execution/execute.hpp"
#include "experiments/plan/names.hpp"
#include "experiments/records/environment.hpp"
#include "experiments/records/record_json.hpp"
#include "experiments/sweep/available_memory.hpp"
#include "experiments/sweep/interruption.hpp"
#include "experiments/sweep/mpi_launch.hpp"
#include "experiments/sweep/process_pool.hpp"

namespace sparlab::experiments {
namespace {

using Points = std::vector<PlannedPoint>;

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
      todo_[planned.point.engine].push_back(planned);
    }
    double total_s = 0;
    for (const auto& [id, seconds] : predicted_s_) total_s += seconds;
    progress_.emplace(messages, terminal, predicted_s_.size(), total_s);
  }

  RunOutcome run() {
    const InterruptionGuard guard;
    run_models();
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

  void store_record(const PlannedPoint& planned, const Record& record) {
    store_.append(record);
    ++outcome_.done;
    progress_->finished(predicted_s_.at(planned.id));
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

  void run_models() {
    for (const PlannedPoint& planned : todo_[Engine::model]) {
      if (!keep_going()) return;
      progress_->started(describe(planned.point));
      try {
        store_record(planned, execute_here(planned));
      } catch (const EnvironmentError&) {
        throw;  // the disk is full, or the like: no other point fares better
      } catch (const std::exception& error) {
        fail(planned, error.what());
      }
    }
  }

  void run_simulations() {
    Points points = todo_[Engine::loggp];
    const Points& simgrid = todo_[Engine::simgrid];
    points.insert(points.end(), simgrid.begin(), simgrid.end());
    // The longest first: a long one begun last would leave the other processes idle.
    std::stable_sort(points.begin(), points.end(), [&](const auto& a, const auto& b) {
      return predicted_s_.at(a.id) > predicted_s_.at(b.id);
    });
    ProcessPool pool;
    pool.processes = options_.jobs;
    pool.memory_bytes = available_memory_bytes();
    pool.job_bytes = [&](std::size_t job) { return predicted_bytes_.at(points[job].id); };
    pool.work = [&](std::size_t job) { return record_to_line(execute_here(points[job])); };
    pool.started = [&](std::size_t job) { progress_->started(describe(points[job].point)); };
    pool.finished = [&](std::size_t job, const JobResult& result) {
      if (result.succeeded) {
        receive(points[job], result.text);
      } else {
        fail(points[job], result.text);
      }
    };
    pool.keep_going = [&] { return keep_going(); };
    pool.run(points.size());
  }

  void receive(const PlannedPoint& planned, const std::string& line) {
    try {
      store_record(planned, record_from_line(line));
    } catch (const EnvironmentError&) {
      throw;
    } catch (const std::exception& error) {
      fail(planned, fmt::format("its record is unusable: {}", error.what()));
    }
  }

  void run_measurements() {
    if (todo_[Engine::mpi].empty() || !keep_going() || !can_measure()) return;
    std::map<std::uint64_t, Points> by_ranks;
    for (const PlannedPoint& planned : todo_[Engine::mpi])
      by_ranks[planned.point.ranks].push_back(planned);
    std::mt19937_64 random(options_.seed);
    for (auto& [ranks, points] : by_ranks) {
      std::shuffle(points.begin(), points.end(), random);
      if (!keep_going()) return;
      const MpiLaunch launch = prepare_mpi_launch(ranks);
      if (launch.oversubscribed)
        progress_->message(
            fmt::format("sparlab: mpi P={}: more ranks than the {} processors; they take turns, so "
                        "times are longer than on a machine with enough",
                        ranks, usable_processors()));
      measure(launch, std::move(points));
    }
  }

  /// What the machine lacks fails all points alike, and is said once.
  bool can_measure() {
    const Points& points = todo_[Engine::mpi];
    try {
      prepare_mpi_launch(1);
      return true;
    } catch (const EnvironmentError& error) {
      progress_->message(fmt::format("sparlab: all {} points of the engine mpi failed: {}",
                                     points.size(), error.what()));
      for (const PlannedPoint& planned : points) note_failure(planned, error.what(), true);
      return false;
    }
  }

  /// After a failure the points behind the failed one get a start of their own, unless the worker
  /// did not start at all.
  void measure(const MpiLaunch& launch, Points points) {
    while (!points.empty() && keep_going()) {
      progress_->started(describe(points.front().point));
      const MpiOutcome outcome = run_mpi_points(
          launch, points, [&](Record record) { receive_measurement(launch, std::move(record)); },
          [&] { return keep_going(); });
      if (outcome.stopped) return;
      points.erase(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(outcome.finished));
      if (points.empty()) return;
      const std::size_t failed = outcome.started ? 1 : points.size();
      for (std::size_t i = 0; i < failed; ++i) fail(points[i], outcome.failure);
      points.erase(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(failed));
    }
  }

  void receive_measurement(const MpiLaunch& launch, Record record) {
    record.environment["mpi.command"] = fmt::format("{}", fmt::join(launch.command, " "));
    record.environment["mpi.oversubscribed"] = launch.oversubscribed ? "yes" : "no";
    store_.append(record);
    ++outcome_.done;
    progress_->finished(predicted_s_.at(record.id));
  }

  const Plan& plan_;
  const RunOptions& options_;
  RecordStore& store_;
  std::optional<Progress> progress_;
  std::map<std::string, double> predicted_s_;      ///< by id, of the points to do
  std::map<std::string, double> predicted_bytes_;  ///< likewise
  std::map<Engine, Points> todo_;
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
  return fmt::format("{} {} P={} N={} nnz={} ({})", name_of(point.engine), point.algorithm,
                     point.ranks, point.universe, point.nnz, point.sweep);
}

}  // namespace sparlab::experiments
