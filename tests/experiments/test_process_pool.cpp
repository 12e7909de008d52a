#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <stdexcept>
#include <vector>

#include "experiments/sweep/process_pool.hpp"
#include "tests/catch.hpp"

using namespace sparlab::experiments;

namespace {

using Results = std::map<std::size_t, JobResult>;

Results run(
    std::size_t jobs, unsigned processes, std::function<std::string(std::size_t)> work,
    std::function<bool(const Results&)> keep_going = [](const Results&) { return true; }) {
  Results results;
  ProcessPool pool;
  pool.processes = processes;
  pool.work = std::move(work);
  pool.started = [](std::size_t) {};
  pool.finished = [&](std::size_t job, const JobResult& result) { results[job] = result; };
  pool.keep_going = [&] { return keep_going(results); };
  pool.run(jobs);
  return results;
}

}  // namespace

TEST_CASE("every job returns its own text, also a long one") {
  const Results results = run(
      20, 3, [](std::size_t job) { return std::string(100000 * job, 'x') + std::to_string(job); });
  REQUIRE(results.size() == 20);
  for (const auto& [job, result] : results) {
    CHECK(result.succeeded);
    CHECK(result.text.size() == 100000 * job + std::to_string(job).size());
  }
}

TEST_CASE("jobs that run together fit the memory, and one that is too large for it runs alone") {
  const std::vector<double> bytes = {4, 3, 12, 5, 5, 5};
  ProcessPool pool;
  pool.processes = 6;
  pool.memory_bytes = 10;
  pool.job_bytes = [&](std::size_t job) { return bytes.at(job); };
  pool.work = [](std::size_t) {
    ::usleep(20'000);
    return std::string();
  };
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
  pool.finished = [&](std::size_t job, const JobResult&) {
    running.erase(job);
    ++done;
  };
  pool.keep_going = [] { return true; };
  pool.run(bytes.size());
  CHECK(done == bytes.size());
  CHECK(most == 2);
}

TEST_CASE("an exception, a crash and an early exit fail their own job only") {
  const Results results = run(5, 2, [](std::size_t job) -> std::string {
    if (job == 0) throw std::runtime_error("too sparse");
    if (job == 1) std::raise(SIGKILL);
    if (job == 2) {
      std::fputs("contract broken\n", stderr);
      std::abort();
    }
    if (job == 3) ::_exit(7);
    return "fine";
  });
  REQUIRE(results.size() == 5);
  CHECK(results.at(0).text == "too sparse");
  CHECK(results.at(1).text.find("killed by signal 9") != std::string::npos);
  CHECK(results.at(2).text.find("contract broken") != std::string::npos);
  CHECK(results.at(3).text.find("exit code 7") != std::string::npos);
  for (const std::size_t job : {0, 1, 2, 3}) CHECK_FALSE(results.at(job).succeeded);
  CHECK(results.at(4).succeeded);
}

TEST_CASE("stopping kills what runs and starts nothing more") {
  const Results results = run(
      100, 2,
      [](std::size_t job) -> std::string {
        if (job > 0) ::pause();
        return "first";
      },
      [](const Results& so_far) { return so_far.empty(); });
  CHECK(results.size() == 1);
}
