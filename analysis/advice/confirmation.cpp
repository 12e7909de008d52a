#include "analysis/advice/confirmation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/errors/errors.hpp"
#include "base/system/environment.hpp"
#include "base/system/interruption.hpp"
#include "base/text/parse_number.hpp"
#include "experiments/run/engines/execute.hpp"
#include "experiments/run/sweep/time_limit.hpp"
#include "experiments/run/sweep/worker_pool.hpp"
#include "experiments/spec/plan/run_cost.hpp"

namespace sparlab::analysis {
namespace {

constexpr double kMostSeconds = 120;

/// A choice that an engine contradicts by less than this share of its time still holds.
constexpr double kHolds = 0.02;

constexpr double kContender = 1.5;
constexpr std::size_t kFewestContenders = 3;
constexpr std::size_t kMostContenders = 6;

}  // namespace

bool Confirmation::holds() const { return ratio && *ratio <= 1 + kHolds; }

std::size_t contenders(std::span<const Candidate> candidates) {
  std::size_t count = 0;
  while (count < std::min(candidates.size(), kMostContenders) &&
         (count < kFewestContenders ||
          candidates[count].model_s <= kContender * candidates.front().model_s))
    ++count;
  return count;
}

Confirmation confirm(std::span<const Candidate> candidates, const platforms::PlatformFile& platform,
                     experiments::Engine engine) {
  Confirmation found{.engine = engine, .times = {}, .model_s = {}, .fastest = {}, .ratio = {}};
  std::vector<experiments::Point> points;
  for (const Candidate& candidate : candidates) {
    points.push_back(candidate.point);
    found.model_s.push_back(candidate.model_s);
  }
  found.times = simulate(points, platform, engine);
  const SimulatedTime* fastest = nullptr;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    SimulatedTime& time = found.times[i];
    time.algorithm = candidates[i].name;
    if (time.seconds && (fastest == nullptr || *time.seconds < *fastest->seconds)) fastest = &time;
  }
  if (fastest == nullptr) return found;
  found.fastest = fastest->algorithm;
  if (const auto& first_s = found.times.front().seconds) found.ratio = *first_s / *fastest->seconds;
  return found;
}

std::vector<SimulatedTime> simulate(const std::vector<experiments::Point>& points,
                                    const platforms::PlatformFile& platform,
                                    experiments::Engine engine) {
  if (experiments::info_of(engine).needs_links && !platform.network)
    throw base::ConfigError(
        "command line", "--confirm", std::string(name_of(engine)),
        fmt::format("loggp for platform {}, which has no links", platform.name));
  std::vector<SimulatedTime> times;
  std::vector<experiments::Point> jobs;
  std::vector<std::size_t> numbers;
  const double memory_bytes = base::available_memory_bytes();
  for (const experiments::Point& point : points) {
    times.push_back({point.algorithm.spec(), std::nullopt, ""});
    const experiments::Point moved = experiments::on_engine(point, engine);
    const experiments::RunCost cost = experiments::predict_run_cost(moved);
    if (cost.wall_s > kMostSeconds || cost.memory_bytes > memory_bytes) {
      times.back().failure = fmt::format("not run: it would take about {:.0f} s and {:.0f} MB",
                                         cost.wall_s, cost.memory_bytes / 1e6);
      continue;
    }
    numbers.push_back(times.size() - 1);
    jobs.push_back(moved);
  }
  const auto fail = [&](std::size_t job, const std::string& reason) {
    times[numbers[job]].failure = reason;
  };
  const base::InterruptionGuard guard;
  experiments::run::WorkerPool pool;
  pool.processes = base::usable_processors();
  pool.memory_bytes = memory_bytes;
  pool.start = [&](experiments::run::JobRange range) {
    return experiments::run::fork_worker(range, [&](std::size_t job) {
      return fmt::format("{}", experiments::run::execute(jobs[job], platform).time_s);
    });
  };
  pool.job_bytes = [&](std::size_t job) {
    return experiments::predict_run_cost(jobs[job]).memory_bytes;
  };
  pool.limit_s = [&](std::size_t job) {
    return experiments::run::time_limit_s(jobs[job], std::nullopt, 1);
  };
  pool.started = [](std::size_t) {};
  pool.finished = [&](std::size_t job, const machines::JobResult& result) {
    const auto seconds = base::parse_number<double>(result.text);
    if (!result.succeeded || !seconds) return fail(job, result.text);
    times[numbers[job]].seconds = *seconds;
  };
  pool.not_started = [&](experiments::run::JobRange range, const std::string& reason) {
    for (std::size_t job = range.first; job < range.end; ++job) fail(job, reason);
  };
  pool.keep_going = [] { return !base::interrupted(); };
  pool.run(jobs.size());
  for (SimulatedTime& time : times)
    if (!time.seconds && time.failure.empty()) time.failure = "interrupted";
  return times;
}

}  // namespace sparlab::analysis
