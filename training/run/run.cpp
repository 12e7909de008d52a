#include "training/run/run.hpp"

#include <fmt/format.h>

#include <exception>
#include <functional>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "algos/registry/registry.hpp"
#include "base/errors/errors.hpp"
#include "base/json/json_fields.hpp"
#include "base/json/json_text.hpp"
#include "base/json/value_json.hpp"
#include "base/system/environment.hpp"
#include "base/system/interruption.hpp"
#include "base/text/printable.hpp"
#include "experiments/run/sweep/worker_pool.hpp"
#include "machines/launchers/launched_worker.hpp"
#include "runtime/loggp/engine.hpp"
#include "training/program/training.hpp"
#ifdef SPARLAB_HAVE_SIMGRID
#include "sim/engine.hpp"
#endif

namespace sparlab::training {
namespace {

using experiments::Engine;
using experiments::run::JobRange;
using experiments::run::Worker;
using experiments::run::WorkerPool;
using Body = std::function<void(runtime::Comm&)>;

#ifdef SPARLAB_HAVE_SIMGRID
void run_on_simgrid(const TrainingPlan& plan, int ranks, const Body& body) {
  sim::run(plan.platform.simulated(static_cast<std::uint64_t>(ranks)), ranks, body);
}
#else
void run_on_simgrid(const TrainingPlan&, int, const Body&) {
  throw base::EnvironmentError("this sparlab was built without SimGrid (SPARLAB_WITH_SIMGRID=OFF)");
}
#endif

/// The curve as JSON. What was recorded before an error counts.
std::string simulate(const TrainingPlan& plan, const Job& job) {
  const auto ranks = static_cast<int>(job.ranks);
  const model::Machine machine = plan.platform.machine(job.ranks);
  Training training(job, plan.set, &machine);
  const Body body = [&](runtime::Comm& comm) { training.run(comm); };
  std::optional<Stop> stop;
  try {
    if (job.engine == Engine::simgrid)
      run_on_simgrid(plan, ranks, body);
    else
      runtime::loggp::run(plan.platform.loggp_hockney(job.ranks), ranks, body);
  } catch (const std::exception& error) {
    if (training.curve().epochs.empty()) throw;
    stop = Stop{training.curve().epochs.back().steps, 0, error.what()};
  }
  Curve curve = training.curve();
  if (stop) curve.stop = stop;
  return base::json_text(curve_fields(curve), -1);
}

Worker start_on_mpi(const TrainingPlan& plan, const machines::MpiLaunch& launch,
                    const std::vector<Job>& jobs, JobRange range) {
  nlohmann::json work = nlohmann::json::array();
  for (std::size_t i = range.first; i < range.end; ++i) {
    WorkerJob one{jobs[i], plan.set.problem, plan.path, plan.set.samples->content_hash, {}};
    if (algos::info_of(jobs[i].algorithm).chooses)
      one.machine = plan.platform.machine(launch.ranks);
    work.push_back(worker_job_to_json(one));
  }
  machines::LaunchedWorker worker =
      machines::start_worker(launch, machines::WorkerTask::training, std::move(work));
  return {range, range.first, launch.title, std::move(worker.results), std::move(worker.process)};
}

/// Outcomes that say why there is none, until there is one.
std::vector<Outcome> unfinished(const std::vector<Job>& jobs) {
  std::vector<Outcome> outcomes;
  for (const Job& job : jobs) outcomes.push_back({job, {}, kNotRun});
  return outcomes;
}

void take_result(Outcome& outcome, const machines::JobResult& result) {
  outcome.failure = result.text;
  if (!result.succeeded) return;
  try {
    outcome.curve = curve_from_json(base::parse_json(result.text, "a result", base::kOwnJson));
    const auto& stop = outcome.curve.stop;
    outcome.failure =
        stop ? fmt::format("step {}, rank {}: {}", stop->step, stop->rank, stop->reason) : "";
  } catch (const std::runtime_error& error) {
    outcome.failure = fmt::format("its result is unusable: {}", error.what());
  }
}

WorkerPool pool_of(std::vector<Outcome>& outcomes, std::ostream& messages) {
  WorkerPool pool;
  pool.started = [&](std::size_t job) {
    messages << fmt::format("sparlab: {}\n", describe(outcomes[job].job)) << std::flush;
  };
  pool.finished = [&](std::size_t job, const machines::JobResult& result) {
    take_result(outcomes[job], result);
  };
  pool.not_started = [&](JobRange jobs, const std::string& reason) {
    for (std::size_t job = jobs.first; job < jobs.end; ++job) outcomes[job].failure = reason;
  };
  pool.keep_going = [] { return !base::interrupted(); };
  return pool;
}

std::vector<Outcome> run_simulations(const TrainingPlan& plan, const std::vector<Job>& jobs,
                                     unsigned processes, std::ostream& messages) {
  std::vector<Outcome> outcomes = unfinished(jobs);
  WorkerPool pool = pool_of(outcomes, messages);
  pool.processes = processes;
  pool.memory_bytes = base::available_memory_bytes();
  pool.job_bytes = [&](std::size_t job) { return memory_of(jobs[job], plan.set.problem); };
  pool.start = [&](JobRange range) {
    return experiments::run::fork_worker(
        range, [&](std::size_t job) { return simulate(plan, jobs[job]); });
  };
  pool.run(jobs.size());
  return outcomes;
}

std::vector<Outcome> run_measurements(const TrainingPlan& plan, const std::vector<Job>& jobs,
                                      std::ostream& messages) {
  std::vector<Outcome> outcomes = unfinished(jobs);
  if (jobs.empty()) return outcomes;
  const machines::MpiLaunch launch =
      machines::prepare_mpi_launch(plan.launcher, jobs.front().ranks);
  WorkerPool pool = pool_of(outcomes, messages);
  pool.obstacle = launch.obstacle;
  pool.start = [&](JobRange range) { return start_on_mpi(plan, launch, jobs, range); };
  pool.run(jobs.size());
  return outcomes;
}

}  // namespace

std::string describe(const Job& job) {
  return fmt::format("{}, {}, {}", name_of(job.engine), job.method.spec(),
                     base::printable(job.algorithm.spec()));
}

std::vector<Outcome> run_jobs(const TrainingPlan& plan, unsigned processes,
                              std::ostream& messages) {
  const base::InterruptionGuard guard;
  std::vector<Job> simulated;
  std::vector<Job> measured;
  for (const Job& job : plan.jobs)
    (experiments::measures(job.engine) ? measured : simulated).push_back(job);
  const std::vector<Outcome> of_simulations = run_simulations(plan, simulated, processes, messages);
  const std::vector<Outcome> of_measurements = run_measurements(plan, measured, messages);
  std::vector<Outcome> outcomes;
  auto next_simulated = of_simulations.begin();
  auto next_measured = of_measurements.begin();
  for (const Job& job : plan.jobs)
    outcomes.push_back(experiments::measures(job.engine) ? *next_measured++ : *next_simulated++);
  return outcomes;
}

}  // namespace sparlab::training
