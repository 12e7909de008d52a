#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "runtime/comm.hpp"
#include "sim/platform.hpp"

namespace sparlab::sim {

struct RunResult {
  std::vector<double> finish_s;               ///< simulated time at which each rank returned
  std::uint64_t messages = 0;                 ///< delivered, including messages to oneself
  double bytes = 0;                           ///< wire bytes of these
  std::map<std::string, std::string> config;  ///< SimGrid's effective network settings
  double makespan_s() const;
};

/// Runs `body` for every rank on the simulated platform, rank r on host r. SimGrid allows one
/// engine per process: a second call in the same process is an error, so callers fork (with empty
/// stdio buffers, since SimGrid flushes them).
///
/// Errors  CommError if the program stalls (the text says who waits for whom), if a rank returns
///         with pending requests, if a message was never received, if there are fewer hosts than
///         ranks, or if SimGrid rejects the platform; an exception that leaves `body` ends the run
///         and is rethrown.
RunResult run(const Platform& platform, int ranks, const std::function<void(runtime::Comm&)>& body);

/// "3.32" and the like.
std::string simgrid_version();

}  // namespace sparlab::sim
