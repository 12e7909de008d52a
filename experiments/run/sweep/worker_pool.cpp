#include "experiments/run/sweep/worker_pool.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <list>
#include <vector>

#include "experiments/run/sweep/time_limit.hpp"

namespace sparlab::experiments::run {
namespace {

/// One run of a pool.
class PoolRun {
 public:
  PoolRun(const WorkerPool& pool, std::size_t count)
      : pool_(pool), waiting_(pool.batches.begin(), pool.batches.end()) {
    if (!waiting_.empty()) return;
    for (std::size_t first = 0; first < count; first += pool.jobs_a_process)
      waiting_.push_back({first, std::min(count, first + pool.jobs_a_process)});
  }

  void run() {
    while (!waiting_.empty() || !workers_.empty()) {
      if (!pool_.keep_going()) return;
      start_workers();
      wait_for_results();
      stop_largest_worker();
      workers_.remove_if([&](Worker& worker) { return has_finished(worker); });
    }
  }

 private:
  /// While something is in the way, jobs wait; after some time they are given up.
  bool may_start() {
    const std::string obstacle = pool_.obstacle();
    if (obstacle.empty()) {
      obstructed_.restart();
    } else if (obstructed_.seconds() > pool_.obstacle_limit_s) {
      for (const JobRange jobs : waiting_) pool_.not_started(jobs, obstacle);
      waiting_.clear();
    }
    return obstacle.empty();
  }

  void start_workers() {
    if (waiting_.empty() || !may_start()) return;
    while (!waiting_.empty() && workers_.size() < pool_.processes && has_room(waiting_.front())) {
      const JobRange jobs = waiting_.front();
      pool_.started(jobs.first);
      workers_.push_back(pool_.start(jobs));
      workers_.back().limit_s = pool_.start_limit_s;
      waiting_.pop_front();
    }
  }

  /// Predictions of memory may be wrong. What a fork shares with this process does not count.
  void stop_largest_worker() {
    constexpr std::chrono::milliseconds kInterval(100);
    const auto now = std::chrono::steady_clock::now();
    if (!pool_.stop_above_memory || now - memory_checked_ < kInterval) return;
    memory_checked_ = now;
    const double inherited = base::own_bytes_of("self");
    double all = 0, most = 0;
    auto largest = workers_.end();
    for (auto worker = workers_.begin(); worker != workers_.end(); ++worker) {
      const double bytes = std::max(0.0, worker->process->own_bytes() - inherited);
      all += bytes;
      if (bytes > most) {
        most = bytes;
        largest = worker;
      }
    }
    if (all <= pool_.memory_bytes || largest == workers_.end()) return;
    const std::string reason = fmt::format(
        "stopped when its process took {:.0f} MB, since all took more than the {:.0f} MB "
        "available; "
        "--jobs 1 runs one at a time, --force without this limit",
        most / 1e6, pool_.memory_bytes / 1e6);
    largest->process->end();
    if (!largest->done()) give_up(*largest, {false, reason});
    workers_.erase(largest);
  }

  /// Always true if no other process is running.
  bool has_room(JobRange jobs) const {
    double bytes = bytes_of(jobs);
    for (const Worker& worker : workers_) bytes += bytes_of(worker.left);
    return workers_.empty() || bytes <= pool_.memory_bytes;
  }

  double bytes_of(JobRange jobs) const {
    double most = 0;
    for (std::size_t job = jobs.first; job < jobs.end; ++job)
      most = std::max(most, pool_.job_bytes(job));
    return most;
  }

  /// Until something arrives or a process ends, or for a short time.
  void wait_for_results() const {
    constexpr int kMilliseconds = 50;
    std::vector<pollfd> polled;
    for (const Worker& worker : workers_)
      polled.push_back({worker.results.descriptor(), POLLIN, 0});
    ::poll(polled.data(), polled.size(), kMilliseconds);
  }

  /// Passes on what has arrived. True if the process has ended or must be ended.
  bool has_finished(Worker& worker) {
    const bool ended = worker.process->has_ended();  // before the last results are received
    const bool had_started = worker.results.started();
    worker.results.receive();
    if (!had_started && worker.results.started()) {
      failed_starts_ = 0;
      wait_for_next(worker);
    }
    while (const auto result = worker.results.take()) {
      if (worker.done()) break;
      pool_.finished(worker.left.first++, *result);
      if (!worker.done()) pool_.started(worker.left.first);
      wait_for_next(worker);
    }
    const bool late = worker.waited.seconds() > worker.limit_s;
    const bool damaged = !worker.results.damage().empty();
    const std::string obstacle = pool_.obstacle();
    if (!worker.done() && !obstacle.empty()) {
      fail_first(worker, {false, obstacle});
    } else if (!worker.done() && damaged) {
      give_up(worker, {false, fmt::format("{}: {}", worker.name, worker.results.damage())});
    } else if (!worker.done() && ended) {
      give_up(worker, {false, describe_end(worker), worker.process->has_crashed()});
    } else if (!worker.done() && late) {
      give_up(worker,
              {false, worker.results.started() ? describe_time_limit(worker.limit_s)
                                               : fmt::format("{} did not start within {:g} s",
                                                             worker.name, worker.limit_s)});
    }
    return ended || late || damaged || !obstacle.empty();
  }

  /// What a launcher prints on its standard output counts only if it says nothing elsewhere.
  static std::string describe_end(const Worker& worker) {
    std::string text = fmt::format("{} {}", worker.name, worker.process->describe_end());
    const std::string other = worker.results.other_output();
    if (worker.process->printed().empty() && !other.empty()) text += ": " + other;
    return text;
  }

  /// The time limit is computed once for each job, since computing disturbs measurements.
  void wait_for_next(Worker& worker) const {
    worker.waited.restart();
    worker.limit_s = worker.done() ? pool_.start_limit_s : pool_.limit_s(worker.left.first);
  }

  void give_up(const Worker& worker, const machines::JobResult& failure) {
    const bool late = worker.separates_jobs && !worker.process->has_ended();
    if (!worker.results.started()) {
      if (++failed_starts_ > 1 || !worker.process->has_ended())
        return pool_.not_started(worker.left, failure.text);
    } else if (worker.left.first == worker.first_job || late) {
      return fail_first(worker, failure);
    }
    waiting_.push_front(worker.left);
  }

  /// The other jobs of the process run later.
  void fail_first(const Worker& worker, const machines::JobResult& failure) {
    JobRange left = worker.left;
    pool_.finished(left.first++, failure);
    if (left.first < left.end) waiting_.push_front(left);
  }

  const WorkerPool& pool_;
  std::deque<JobRange> waiting_;
  std::list<Worker> workers_;
  std::chrono::steady_clock::time_point memory_checked_;
  base::WaitingTime obstructed_;
  int failed_starts_ = 0;  ///< since a process started its first job
};

}  // namespace

void WorkerPool::run(std::size_t count) const { PoolRun(*this, count).run(); }

}  // namespace sparlab::experiments::run
