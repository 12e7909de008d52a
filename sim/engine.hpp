#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/topology/link_traffic.hpp"
#include "runtime/comm.hpp"
#include "runtime/lanes.hpp"
#include "sim/arrival_step.hpp"
#include "sim/network.hpp"
#include "sim/platform.hpp"
#include "simgrid/forward.h"

namespace sparlab::sim {

struct Options {
  bool counts_traffic = false;                     ///< of the links of the topology
  bool switches_compute = false;                   ///< Comms have the interface Switches
  std::size_t many_messages = ArrivalStep::kMany;  ///< on their way, which may end together
};

struct RunResult {
  std::vector<double> finish_s;               ///< simulated time at which each rank returned
  std::uint64_t messages = 0;                 ///< delivered, of ranks; also to themselves
  double bytes = 0;                           ///< wire bytes of these
  std::map<std::string, std::string> config;  ///< SimGrid's effective network settings
  std::optional<model::LinkTraffic> traffic;  ///< if it was counted
  double arrival_step_s = 0;                  ///< by how much messages were moved (ArrivalStep)
  double makespan_s() const;
};

/// A platform inside SimGrid. Building it may take longer than a run. SimGrid allows one platform
/// and one run in a process; but a process that has built a platform may fork, and each child may
/// run once (with empty stdio buffers, since SimGrid flushes them).
class Simulator {
 public:
  /// Builds the platform for at most `ranks` ranks.
  ///
  /// Errors  CommError if there are fewer hosts than ranks, if SimGrid rejects the platform, or if
  ///         this process has built one before.
  Simulator(Platform platform, int ranks);
  Simulator(const Simulator&) = delete;
  Simulator& operator=(const Simulator&) = delete;

  /// False where children cannot run: with AddressSanitizer, ranks are threads.
  static bool survives_fork();

  const Platform& platform() const { return platform_; }
  const model::Topology& topology() const { return *topology_; }
  int ranks() const { return static_cast<int>(hosts_.ranks.size()); }

  /// Runs `body` for every rank. Switches that compute form the tree of
  /// model/topology/switch_tree.hpp. They send over one link at a time, without overhead.
  ///
  /// Errors  CommError if the program stalls (the text says who waits for whom), if a rank returns
  ///         with pending requests, if a message was never received, if there are more ranks than
  ///         the simulator was built for, in a second run, or if switches alone do not join the
  ///         hosts; an exception that leaves `body` ends the run and is rethrown.
  RunResult run(int ranks, const std::function<void(runtime::Comm&)>& body,
                const Options& options = {});

  /// Likewise runs `body` for every lane 0..lanes-1 of every rank. The result has the times of rank
  /// r and lane l at l * ranks + r. Lanes of a rank share its links, as ranks do. No switches.
  RunResult run_lanes(int ranks, int lanes, const std::function<void(runtime::LaneComm&)>& body,
                      const Options& options = {});

 private:
  Platform platform_;
  std::shared_ptr<const model::Topology> topology_;
  Hosts hosts_;
  bool has_run_ = false;
};

/// Builds the platform and runs `body` for every rank; once in a process. Errors as above.
RunResult run(const Platform& platform, int ranks, const std::function<void(runtime::Comm&)>& body,
              const Options& options = {});

/// "3.32" and the like.
std::string simgrid_version();

}  // namespace sparlab::sim
