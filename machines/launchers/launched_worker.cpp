#include "machines/launchers/launched_worker.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/errors/errors.hpp"

namespace sparlab::machines {

LaunchedWorker start_worker(const MpiLaunch& launch, WorkerTask task, nlohmann::json work) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    throw base::EnvironmentError(
        fmt::format("cannot start a worker process: {}", std::strerror(errno)));
  base::FileDescriptor read_end(ends[0]);
  base::FileDescriptor write_end(ends[1]);
  const WorkerRequest request{.task = task,
                              .ranks = launch.ranks,
                              .token = result_token(),
                              .environment = launch.environment,
                              .work = std::move(work)};
  auto process = std::make_unique<base::ChildProcess>(
      launch.command, base::ChildSetup{.environment = launch.environment,
                                       .input = request_to_text(request),
                                       .output = std::move(write_end)});
  return {ResultReader(std::move(read_end), request.token), std::move(process)};
}

}  // namespace sparlab::machines
