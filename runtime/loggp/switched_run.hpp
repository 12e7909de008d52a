#pragma once

#include <functional>

#include "runtime/comm.hpp"
#include "runtime/loggp/engine.hpp"
#include "runtime/loggp/machine.hpp"

namespace sparlab::runtime::loggp {

/// Like `run`, on a machine with a topology whose switches compute: the Comms of ranks have the
/// interface Switches. The switches form a tree of shortest paths (model/topology/switch_tree.hpp).
///
/// A switch sends on each of its links at the rate of the link, without overhead, handshake or
/// delays of the noise. The result counts the messages that ranks send, its traffic all of them.
///
/// Errors  those of `run`; CommError if switches alone do not join the hosts.
RunResult run_with_switches(const Machine& machine, int ranks,
                            const std::function<void(Comm&)>& body, const Options& options = {});

}  // namespace sparlab::runtime::loggp
