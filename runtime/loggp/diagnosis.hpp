#pragma once

#include <string>

namespace sparlab::runtime::loggp {

class Simulation;

/// Who waits for whom in a simulation in which nobody can go on: how many ranks, the cycle if there
/// is one, then rank by rank with operation, peer and tag, and what lies unreceived at a rank that
/// waits. Of bounded length whatever the number of ranks.
std::string describe_stall(const Simulation& simulation, double now_s);

/// Names messages that were sent but never received; empty if there are none.
std::string describe_unreceived(const Simulation& simulation);

}  // namespace sparlab::runtime::loggp
