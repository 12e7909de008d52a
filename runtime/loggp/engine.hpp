#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "model/topology/link_traffic.hpp"
#include "runtime/comm.hpp"
#include "runtime/lanes.hpp"
#include "runtime/loggp/machine.hpp"

namespace sparlab::runtime::loggp {

struct Options {
  std::size_t stack_bytes = 0;  ///< at least 16 KiB; 0 chooses by the number of ranks
  bool counts_traffic = false;  ///< of the links, on a machine with a topology
};

struct RunResult {
  std::vector<double> start_s;   ///< simulated time at which each rank began; empty: all at 0
  std::vector<double> finish_s;  ///< simulated time at which each rank returned
  std::uint64_t messages = 0;    ///< delivered
  double bytes = 0;              ///< wire bytes of these
  std::optional<model::LinkTraffic> traffic;  ///< if counted; that of the background included
  std::uint64_t background_messages = 0;  ///< that passed the network until the last rank returned
  double background_s = 0;                ///< the time in which they did

  /// The time of the slowest rank, from its own start: what a measurement gives that begins when a
  /// rank leaves a barrier.
  double makespan_s() const;
};

/// Runs `body` once for every rank 0..ranks-1, each on its own fiber, all starting at simulated
/// time 0 or after the delays of the machine's noise. Background begins before. Deterministic:
/// equal inputs give equal results, bit for bit.
///
/// Errors  CommError if the program stalls (the text says who waits for whom), if a rank returns
///         with pending requests, or if messages were never received; an exception that leaves
///         `body` ends the run and is rethrown.
RunResult run(const Machine& machine, int ranks, const std::function<void(Comm&)>& body,
              const Options& options = {});

/// Likewise runs `body` for every lane 0..lanes-1 of every rank. The result has the times of rank r
/// and lane l at l * ranks + r. With several lanes, machines have no topology.
RunResult run_lanes(const Machine& machine, int ranks, int lanes,
                    const std::function<void(LaneComm&)>& body, const Options& options = {});

}  // namespace sparlab::runtime::loggp
