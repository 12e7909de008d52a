#include "experiments/sweep/process_pool.hpp"

#include <poll.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <vector>

#include "experiments/sweep/time_limit.hpp"

namespace sparlab::experiments {
namespace {

struct Running {
  WorkerProcess process;
  double limit_s = 0;  ///< time limit of the current job
};

/// One run of a pool.
class PoolRun {
 public:
  PoolRun(const ProcessPool& pool, std::size_t count) : pool_(pool) {
    for (std::size_t first = 0; first < count; first += pool.jobs_a_process)
      waiting_.push_back({first, std::min(count, first + pool.jobs_a_process)});
  }

  void run() {
    while (!waiting_.empty() || !workers_.empty()) {
      if (!pool_.keep_going()) return;
      start_workers();
      const std::vector<bool> ready = wait_for_results();
      // In reverse order, so that removing a worker does not change the positions still to visit.
      for (std::size_t i = ready.size(); i-- > 0;) {
        Running& worker = workers_[i];
        std::optional<std::string> failure;
        if (ready[i]) {
          failure = pass_on_results(worker);
        } else if (worker.process.waited_s() > worker.limit_s) {
          failure = describe_time_limit(worker.limit_s);
        }
        if (failure) give_up(worker.process, *failure);
        if (failure || worker.process.done())
          workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
  }

 private:
  void start_workers() {
    while (!waiting_.empty() && workers_.size() < pool_.processes && has_room(waiting_.front())) {
      const JobRange jobs = waiting_.front();
      pool_.started(jobs.first);
      workers_.push_back({WorkerProcess(jobs, pool_.work), pool_.limit_s(jobs.first)});
      waiting_.pop_front();
    }
  }

  /// Always true if no other process is running.
  bool has_room(JobRange jobs) const {
    double bytes = bytes_of(jobs);
    for (const Running& worker : workers_) bytes += bytes_of(worker.process.left());
    return workers_.empty() || bytes <= pool_.memory_bytes;
  }

  double bytes_of(JobRange jobs) const {
    double most = 0;
    for (std::size_t job = jobs.first; job < jobs.end; ++job)
      most = std::max(most, pool_.job_bytes(job));
    return most;
  }

  /// For each worker, true if there is something to receive.
  std::vector<bool> wait_for_results() const {
    constexpr int kMilliseconds = 200;
    std::vector<pollfd> polled;
    for (const Running& worker : workers_)
      polled.push_back({worker.process.descriptor(), POLLIN, 0});
    std::vector<bool> ready(workers_.size(), false);
    if (::poll(polled.data(), polled.size(), kMilliseconds) <= 0) return ready;
    for (std::size_t i = 0; i < polled.size(); ++i) ready[i] = polled[i].revents != 0;
    return ready;
  }

  /// If the worker has failed, the reason.
  std::optional<std::string> pass_on_results(Running& worker) const {
    WorkerProcess& process = worker.process;
    const bool running = process.receive();
    for (std::size_t job = process.current_job(); const auto result = process.take_result();
         ++job) {
      pool_.finished(job, *result);
      if (process.done()) return std::nullopt;
      pool_.started(process.current_job());
      worker.limit_s = pool_.limit_s(process.current_job());
    }
    if (running) return std::nullopt;
    return "its worker process was " + process.end();
  }

  void give_up(WorkerProcess& worker, const std::string& failure) {
    JobRange left = worker.left();
    if (worker.is_first_job()) pool_.finished(left.first++, {false, failure});
    if (left.first < left.end) waiting_.push_front(left);
  }

  const ProcessPool& pool_;
  std::deque<JobRange> waiting_;
  std::vector<Running> workers_;
};

}  // namespace

void ProcessPool::run(std::size_t count) const { PoolRun(*this, count).run(); }

}  // namespace sparlab::experiments
