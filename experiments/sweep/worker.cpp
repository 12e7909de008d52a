#include "experiments/sweep/worker.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <utility>

#include "experiments/errors/errors.hpp"
#include "experiments/points/planned_point.hpp"

namespace sparlab::experiments {
namespace {

[[noreturn]] void cannot_start() {
  throw EnvironmentError(fmt::format("cannot start a worker process: {}", std::strerror(errno)));
}

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
             FileDescriptor pipe) {
  try {
    ResultWriter results(std::move(pipe));
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
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) cannot_start();
  ResultReader results{FileDescriptor(ends[0])};
  FileDescriptor write_end(ends[1]);
  auto process =
      std::make_unique<ChildProcess>([&] { return run_jobs(jobs, work, std::move(write_end)); });
  return {jobs, jobs.first, "its worker process", nullptr, std::move(results), std::move(process)};
}

Worker start_mpi_worker(JobRange jobs, const MpiLaunch& launch,
                        const std::vector<PlannedPoint>& points) {
  auto files = std::make_unique<TemporaryFolder>();
  const auto begin = points.begin();
  write_points_file(*files / "points", {begin + static_cast<std::ptrdiff_t>(jobs.first),
                                        begin + static_cast<std::ptrdiff_t>(jobs.end)});
  const std::filesystem::path pipe = *files / "results";
  if (::mkfifo(pipe.c_str(), 0600) != 0) cannot_start();
  // Opened for writing too, so that neither side waits for the other to open it.
  FileDescriptor read_end(::open(pipe.c_str(), O_RDWR | O_CLOEXEC));
  if (!read_end.valid()) cannot_start();
  std::vector<std::string> command = launch.command;
  command.insert(command.end(), {*files / "points", pipe});
  return {jobs,
          jobs.first,
          "mpirun",
          std::move(files),
          ResultReader(std::move(read_end)),
          std::make_unique<ChildProcess>(std::move(command))};
}

}  // namespace sparlab::experiments
