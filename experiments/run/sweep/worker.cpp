#include "experiments/run/sweep/worker.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/errors/errors.hpp"
#include "machines/launchers/launched_worker.hpp"

namespace sparlab::experiments::run {
namespace {

machines::JobResult result_of(std::size_t job,
                              const std::function<std::string(std::size_t)>& work) {
  try {
    return {true, work(job)};
  } catch (const std::bad_alloc&) {
    return {false, "out of memory"};
  } catch (const std::exception& error) {
    return {false, error.what()};
  }
}

/// The process waits for the result only: it runs nothing else meanwhile.
machines::JobResult result_in_fork(std::size_t job,
                                   const std::function<std::string(std::size_t)>& work) {
  constexpr int kMilliseconds = 50;
  Worker worker = fork_worker({job, job + 1}, work);
  for (;;) {
    const bool ended = worker.process->has_ended();  // before its result is received
    worker.results.receive();
    if (const auto result = worker.results.take()) return *result;
    if (!worker.results.damage().empty())
      return {false, fmt::format("{}: {}", worker.name, worker.results.damage())};
    if (ended)
      return {false, fmt::format("{} {}", worker.name, worker.process->describe_end()),
              worker.process->has_crashed()};
    pollfd polled = {worker.results.descriptor(), POLLIN, 0};
    ::poll(&polled, 1, kMilliseconds);
  }
}

using ComputeResult = std::function<machines::JobResult(std::size_t job)>;

/// In the new process.
int run_jobs(JobRange jobs, const std::function<void()>& prepare, const ComputeResult& compute,
             base::FileDescriptor pipe, const std::string& token) {
  try {
    machines::ResultWriter results(std::move(pipe), token);
    prepare();
    for (std::size_t job = jobs.first; job < jobs.end; ++job) results.send(compute(job));
    return EXIT_SUCCESS;
  } catch (const base::EnvironmentError& error) {
    fmt::print(stderr, "sparlab: {}\n", error.what());
    return EXIT_FAILURE;
  }
}

Worker fork_with(JobRange jobs, const std::function<void()>& prepare,
                 const ComputeResult& compute) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    throw base::EnvironmentError(
        fmt::format("cannot start a worker process: {}", std::strerror(errno)));
  const std::string token = machines::result_token();
  machines::ResultReader results{base::FileDescriptor(ends[0]), token};
  base::FileDescriptor write_end(ends[1]);
  auto process = std::make_unique<base::ChildProcess>(
      [&] { return run_jobs(jobs, prepare, compute, std::move(write_end), token); });
  return {jobs, jobs.first, "its worker process", std::move(results), std::move(process)};
}

}  // namespace

Worker fork_worker(JobRange jobs, const std::function<std::string(std::size_t job)>& work) {
  return fork_with(
      jobs, [] {}, [&](std::size_t job) { return result_of(job, work); });
}

Worker fork_preparing_worker(JobRange jobs, const std::function<void()>& prepare,
                             const std::function<std::string(std::size_t job)>& work) {
  const auto try_to_prepare = [&] {
    try {
      prepare();
    } catch (const std::exception&) {
      // Each job finds the same obstacle and reports it.
    }
  };
  Worker worker =
      fork_with(jobs, try_to_prepare, [&](std::size_t job) { return result_in_fork(job, work); });
  worker.separates_jobs = true;
  return worker;
}

Worker start_mpi_worker(JobRange jobs, const machines::MpiLaunch& launch,
                        const std::vector<PlannedPoint>& points, double patience_s) {
  nlohmann::json of_jobs = nlohmann::json::array();
  for (std::size_t job = jobs.first; job < jobs.end; ++job)
    of_jobs.push_back(planned_point_to_json(points[job]));
  nlohmann::json work = {{"points", std::move(of_jobs)}, {"patience_s", patience_s}};
  machines::LaunchedWorker worker =
      machines::start_worker(launch, machines::WorkerTask::points, std::move(work));
  return {jobs, jobs.first, launch.title, std::move(worker.results), std::move(worker.process)};
}

}  // namespace sparlab::experiments::run
