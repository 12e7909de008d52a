/// Workers that prepare something once and run each job in a fork.

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include "experiments/run/sweep/worker_pool.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using namespace sparlab::experiments;
using namespace sparlab::experiments::run;

namespace {

using Results = std::map<std::size_t, machines::JobResult>;

pid_t prepared_by = 0;

Results run_jobs(
    const std::vector<JobRange>& batches, const std::function<std::string(std::size_t)>& work,
    const std::function<void()>& prepare = [] { prepared_by = ::getpid(); }, double limit_s = 60) {
  WorkerPool pool;
  pool.processes = 2;
  pool.batches = batches;
  pool.start = [&](JobRange jobs) { return fork_preparing_worker(jobs, prepare, work); };
  pool.limit_s = [=](std::size_t) { return limit_s; };
  pool.started = [](std::size_t) {};
  Results results;
  pool.finished = [&](std::size_t job, const machines::JobResult& result) {
    CHECK(results.emplace(job, result).second);
  };
  pool.not_started = [](JobRange, const std::string& reason) { FAIL(reason); };
  pool.keep_going = [] { return true; };
  pool.run(batches.empty() ? 0 : batches.back().end);
  return results;
}

}  // namespace

TEST_CASE("each batch prepares once, and each of its jobs has a process of its own") {
  const Results results = run_jobs({{0, 3}, {3, 5}}, [](std::size_t) {
    return std::to_string(prepared_by) + " " + std::to_string(::getpid());
  });
  REQUIRE(results.size() == 5);
  std::set<int> preparers[2];
  std::set<int> processes;
  for (const auto& [job, result] : results) {
    CHECK(result.succeeded);
    std::istringstream text(result.text);
    int preparer = 0;
    int process = 0;
    text >> preparer >> process;
    preparers[job < 3 ? 0 : 1].insert(preparer);
    processes.insert(process);
    CHECK(process != preparer);
  }
  CHECK(preparers[0].size() == 1);
  CHECK(preparers[1].size() == 1);
  CHECK(processes.size() == 5);
}

TEST_CASE("a job that crashes, throws or exits fails alone, without a second try") {
  const Results results = run_jobs({{0, 6}}, [](std::size_t job) -> std::string {
    static int tries = 0;
    ++tries;
    if (job == 1) throw std::runtime_error("too sparse");
    if (job == 2) {
      std::signal(SIGSEGV, SIG_DFL);
      std::fputs("solver broken\n", stderr);
      std::raise(SIGSEGV);
    }
    if (job == 3) std::raise(SIGKILL);
    if (job == 4) ::_exit(7);
    return std::to_string(tries);
  });
  REQUIRE(results.size() == 6);
  for (const std::size_t job : {0, 5}) CHECK(results.at(job).text == "1");
  for (const std::size_t job : {1, 2, 3, 4}) CHECK_FALSE(results.at(job).succeeded);
  CHECK(results.at(1).text == "too sparse");
  CHECK(results.at(2).text.find("killed by signal 11") != std::string::npos);
  CHECK(results.at(2).text.find("solver broken") != std::string::npos);
  CHECK(results.at(3).text.find("killed by signal 9") != std::string::npos);
  CHECK(results.at(4).text.find("exit code 7") != std::string::npos);
  for (const auto& [job, result] : results) CHECK(result.crashed == (job == 2));
}

TEST_CASE("a job that hangs fails at its time limit and ends, and the others run") {
  int ends[2] = {};
  REQUIRE(::pipe(ends) == 0);
  const Results results = run_jobs(
      {{0, 4}},
      [&](std::size_t job) -> std::string {
        if (job == 1) ::pause();
        return "fine";
      },
      [] {}, 0.5);
  REQUIRE(results.size() == 4);
  for (const auto& [job, result] : results) {
    CHECK(result.succeeded == (job != 1));
    CHECK((result.text.find("time limit of 0.5 s") != std::string::npos) == (job == 1));
  }
  // The job's process held a copy of the writing end: reading ends only after it has ended.
  ::close(ends[1]);
  char byte = 0;
  CHECK(::read(ends[0], &byte, 1) == 0);
  ::close(ends[0]);
}

TEST_CASE("jobs run without a preparation that fails, and after one that crashes they fail") {
  for (const auto& [job, result] : run_jobs(
           {{0, 2}}, [](std::size_t) { return "fine"; },
           [] { throw std::runtime_error("no such machine"); }))
    CHECK(result.succeeded);
  const Results results = run_jobs(
      {{0, 2}}, [](std::size_t) { return "fine"; }, [] { ::_exit(9); });
  REQUIRE(results.size() == 2);
  for (const auto& [job, result] : results) {
    CHECK_FALSE(result.succeeded);
    CHECK(result.text.find("exit code 9") != std::string::npos);
  }
}
