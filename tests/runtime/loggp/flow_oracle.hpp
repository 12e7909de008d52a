#pragma once

#include <vector>

#include "model/topology/topology.hpp"
#include "runtime/comm.hpp"

/// An exact model of flows: messages in flight share the links fairly, weighted by the inverse of
/// their route's latency, as in SimGrid's model CM02.
namespace sparlab::runtime::loggp::flow_oracle {

/// What a rank does: sends a message, or waits for the next one from a rank.
struct Step {
  enum class Kind { send, receive };
  Kind kind;
  int peer;
  double bytes = 0;  ///< of a send
};

/// The steps of each rank. Rank r is on host r.
using Program = std::vector<std::vector<Step>>;

/// Runs a rank of the program on an engine.
void run(Comm& comm, const Program& program);

struct Overheads {
  double per_message_s = 0;
  double per_byte_s = 0;
};

/// When the last rank has finished, by the flow model.
double makespan_s(const model::Topology& topology, const Program& program, Overheads overheads);

}  // namespace sparlab::runtime::loggp::flow_oracle
