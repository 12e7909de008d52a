#include "experiments/sweep/worker.hpp"

#include <fcntl.h>
#include <fmt/format.h>
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

#include "experiments/errors/errors.hpp"
#include "experiments/launchers/launched_worker.hpp"

namespace sparlab::experiments {
namespace {

JobResult result_of(std::size_t job, const std::function<std::string(std::size_t)>& work) {
  try {
    return {true, work(job)};
  } catch (const std::bad_alloc&) {
    return {false, "out of memory"};
  } catch (const std::exception& error) {
    return {false, error.what()};
  }
}

/// In the new process.
int run_jobs(JobRange jobs, const std::function<std::string(std::size_t)>& work,
             FileDescriptor pipe, const std::string& token) {
  try {
    ResultWriter results(std::move(pipe), token);
    for (std::size_t job = jobs.first; job < jobs.end; ++job) results.send(result_of(job, work));
    return EXIT_SUCCESS;
  } catch (const EnvironmentError& error) {
    fmt::print(stderr, "sparlab: {}\n", error.what());
    return EXIT_FAILURE;
  }
}

}  // namespace

Worker fork_worker(JobRange jobs, const std::function<std::string(std::size_t job)>& work) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    throw EnvironmentError(fmt::format("cannot start a worker process: {}", std::strerror(errno)));
  const std::string token = result_token();
  ResultReader results{FileDescriptor(ends[0]), token};
  FileDescriptor write_end(ends[1]);
  auto process = std::make_unique<ChildProcess>(
      [&] { return run_jobs(jobs, work, std::move(write_end), token); });
  return {jobs, jobs.first, "its worker process", std::move(results), std::move(process)};
}

Worker start_mpi_worker(JobRange jobs, const MpiLaunch& launch,
                        const std::vector<PlannedPoint>& points) {
  nlohmann::json work = nlohmann::json::array();
  for (std::size_t job = jobs.first; job < jobs.end; ++job)
    work.push_back(planned_point_to_json(points[job]));
  LaunchedWorker worker = start_worker(launch, WorkerTask::points, std::move(work));
  return {jobs, jobs.first, launch.title, std::move(worker.results), std::move(worker.process)};
}

}  // namespace sparlab::experiments
