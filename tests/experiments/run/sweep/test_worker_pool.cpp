#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <stdexcept>
#include <vector>

#include "experiments/run/sweep/worker_pool.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::run;

namespace {

using Results = std::map<std::size_t, machines::JobResult>;

/// Runs a pool whose callbacks are not set yet. No job may be reported twice.
Results run_jobs(
    WorkerPool pool, std::size_t jobs,
    std::function<bool(const Results&)> keep_going = [](const Results&) { return true; }) {
  Results results;
  pool.started = [](std::size_t) {};
  pool.finished = [&](std::size_t job, const machines::JobResult& result) {
    CHECK(results.emplace(job, result).second);
  };
  pool.not_started = [](JobRange, const std::string& reason) { FAIL(reason); };
  pool.keep_going = [&] { return keep_going(results); };
  pool.run(jobs);
  return results;
}

WorkerPool pool_of(unsigned processes, std::function<std::string(std::size_t)> work) {
  WorkerPool pool;
  pool.processes = processes;
  pool.start = [work = std::move(work)](JobRange jobs) { return fork_worker(jobs, work); };
  return pool;
}

/// What a pool reports of processes that never start a job.
struct GivenUp {
  int starts = 0;
  std::size_t jobs = 0;
  std::string reason;
};

/// Runs five jobs for one process, in which `code` runs instead of a worker.
GivenUp run_without_start(const std::function<int()>& code, const std::string& obstacle = {}) {
  GivenUp given_up;
  WorkerPool pool;
  pool.jobs_a_process = 5;
  pool.start_limit_s = pool.obstacle_limit_s = 0.2;
  pool.obstacle = [&] { return obstacle; };
  pool.start = [&](JobRange jobs) {
    ++given_up.starts;
    std::array<int, 2> ends{};
    REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0);
    const base::FileDescriptor unused(ends[1]);
    return Worker{jobs, jobs.first, "a worker",
                  machines::ResultReader(base::FileDescriptor(ends[0]), "token"),
                  std::make_unique<base::ChildProcess>(code)};
  };
  pool.started = [](std::size_t) {};
  pool.finished = [](std::size_t, const machines::JobResult&) { FAIL("no job ran"); };
  pool.not_started = [&](JobRange jobs, const std::string& reason) {
    given_up.jobs += jobs.end - jobs.first;
    given_up.reason = reason;
  };
  pool.keep_going = [] { return true; };
  pool.run(5);
  return given_up;
}

std::string own_pid(std::size_t /*job*/) { return std::to_string(::getpid()); }

}  // namespace

TEST_CASE("every job returns its own text, also a long one") {
  WorkerPool pool = pool_of(
      3, [](std::size_t job) { return std::string(100000 * job, 'x') + std::to_string(job); });
  for (const std::size_t jobs_a_process : {1, 7}) {
    pool.jobs_a_process = jobs_a_process;
    const Results results = run_jobs(pool, 20);
    REQUIRE(results.size() == 20);
    for (const auto& [job, result] : results) {
      CHECK(result.succeeded);
      CHECK(result.text.size() == 100000 * job + std::to_string(job).size());
    }
  }
}

TEST_CASE("a process does as many jobs as asked, and the last one the rest") {
  WorkerPool pool = pool_of(2, own_pid);
  pool.jobs_a_process = 4;
  const Results results = run_jobs(pool, 10);
  REQUIRE(results.size() == 10);
  for (std::size_t job = 0; job < 10; ++job)
    CHECK(results.at(job).text == results.at(job / 4 * 4).text);
  CHECK(results.at(0).text != results.at(4).text);
}

TEST_CASE("jobs that run together fit the memory, and one that is too large for it runs alone") {
  const std::vector<double> bytes = {4, 3, 12, 5, 5, 5};
  WorkerPool pool = pool_of(6, [](std::size_t) {
    ::usleep(20'000);
    return std::string();
  });
  pool.memory_bytes = 10;
  pool.job_bytes = [&](std::size_t job) { return bytes.at(job); };
  std::set<std::size_t> running;
  std::size_t most = 0;
  pool.started = [&](std::size_t job) {
    running.insert(job);
    double sum = 0;
    for (const std::size_t one : running) sum += bytes.at(one);
    CHECK((sum <= pool.memory_bytes || running.size() == 1));
    most = std::max(most, running.size());
  };
  std::size_t done = 0;
  pool.finished = [&](std::size_t job, const machines::JobResult&) {
    running.erase(job);
    ++done;
  };
  pool.keep_going = [] { return true; };
  pool.run(bytes.size());
  CHECK(done == bytes.size());
  CHECK(most == 2);
}

TEST_CASE("an exception, a crash and an early exit fail their own job only") {
  WorkerPool pool = pool_of(2, [](std::size_t job) -> std::string {
    if (job == 0) throw std::runtime_error("too sparse");
    if (job == 1) std::raise(SIGKILL);
    if (job == 2) {
      std::signal(SIGABRT, SIG_DFL);  // Catch2's handler would print a long report
      std::fputs("contract broken\n", stderr);
      std::abort();
    }
    if (job == 3) ::_exit(7);
    return "fine";
  });
  for (const std::size_t jobs_a_process : {1, 2, 8}) {
    pool.jobs_a_process = jobs_a_process;
    const Results results = run_jobs(pool, 8);
    REQUIRE(results.size() == 8);
    CHECK(results.at(0).text == "too sparse");
    CHECK(results.at(1).text.find("killed by signal 9") != std::string::npos);
    CHECK(results.at(2).text.find("contract broken") != std::string::npos);
    CHECK(results.at(3).text.find("exit code 7") != std::string::npos);
    for (const std::size_t job : {0, 1, 2, 3}) CHECK_FALSE(results.at(job).succeeded);
    for (const std::size_t job : {4, 5, 6, 7}) CHECK(results.at(job).succeeded);
  }
}

TEST_CASE("a job that only failed for what ran before it in its process gets a second try") {
  WorkerPool pool = pool_of(1, [](std::size_t job) -> std::string {
    static bool spoilt = false;
    if (job == 1) spoilt = true;
    if (job == 3 && spoilt) std::abort();
    return "fine";
  });
  pool.jobs_a_process = 6;
  const Results results = run_jobs(pool, 6);
  REQUIRE(results.size() == 6);
  for (const auto& [job, result] : results) CHECK(result.succeeded);
}

TEST_CASE("a stopped and an endless job fail at their time limit, and no other job does") {
  WorkerPool pool = pool_of(3, [](std::size_t job) -> std::string {
    if (job == 1) std::raise(SIGSTOP);
    while (job == 4) ::sched_yield();
    return "fine";
  });
  pool.limit_s = [](std::size_t job) { return job == 1 || job == 4 ? 0.5 : 60; };
  for (const std::size_t jobs_a_process : {1, 6}) {
    pool.jobs_a_process = jobs_a_process;
    const Results results = run_jobs(pool, 6);
    REQUIRE(results.size() == 6);
    for (const auto& [job, result] : results) {
      const bool hangs = job == 1 || job == 4;
      CHECK(result.succeeded == !hangs);
      CHECK((result.text.find("time limit of 0.5 s") != std::string::npos) == hangs);
    }
  }
}

TEST_CASE("stopping kills what runs and starts nothing more") {
  const WorkerPool pool = pool_of(2, [](std::size_t job) -> std::string {
    if (job > 0) ::pause();
    return "first";
  });
  const Results results = run_jobs(pool, 100, [](const Results& so_far) { return so_far.empty(); });
  CHECK(results.size() == 1);
}

TEST_CASE("a process that ends before its first job is started once more, then given up") {
  const GivenUp given_up = run_without_start([] { return 3; });
  CHECK(given_up.starts == 2);
  CHECK(given_up.jobs == 5);
  CHECK(given_up.reason == "a worker ended with exit code 3");
}

TEST_CASE("a process that does not start in time is given up, and its jobs with it") {
  const GivenUp given_up = run_without_start([] { return ::pause(); });
  CHECK(given_up.starts == 1);
  CHECK(given_up.jobs == 5);
  CHECK(given_up.reason == "a worker did not start within 0.2 s");
}

TEST_CASE("jobs that something prevents from starting wait, and are then given up") {
  const GivenUp given_up = run_without_start([] { return 3; }, "no hosts");
  CHECK(given_up.starts == 0);
  CHECK(given_up.jobs == 5);
  CHECK(given_up.reason == "no hosts");
}

TEST_CASE("a job whose hosts vanish fails at once, and the others run when they are back") {
  WorkerPool pool = pool_of(1, [](std::size_t job) -> std::string {
    if (job == 1) ::pause();
    return "fine";
  });
  pool.jobs_a_process = 4;
  bool gone = false;
  pool.obstacle = [&] { return std::string(gone ? "no hosts" : ""); };
  int polls = 0;
  const Results results = run_jobs(pool, 4, [&](const Results& so_far) {
    gone = so_far.size() == 1 || (so_far.size() == 2 && ++polls < 5);
    return true;
  });
  REQUIRE(results.size() == 4);
  CHECK(results.at(1).text == "no hosts");
  for (const std::size_t job : {0, 2, 3}) CHECK(results.at(job).succeeded);
}
