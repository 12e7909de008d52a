#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "model/base/cost.hpp"

namespace sparlab::model {

/// The least that messages cost between equal participants, each with a port to send and one to
/// receive.
struct LeastMessage {
  double delivery_s = 0;    ///< from the start of a send to the end of the receive, without bytes
  double interval_s = 0;    ///< between the starts of two sends of one port; 0: no limit
  double receiving_s = 0;   ///< of the receiving port, for each message
  double s_per_byte = 0;    ///< of a port
  std::uint64_t ports = 1;  ///< from which a participant sends at the same time
};

/// What no message undercuts when P ranks use a machine. Lower bounds rest on nothing else, so
/// anything that makes messages slower leaves them valid: larger alphas, shared links, local work.
struct LeastCosts {
  double start_s = 0;  ///< before the first message
  LeastMessage ranks;
  /// Where ranks share the network ports of hosts: the number of hosts, or 0 if they have different
  /// numbers of ranks, and messages between them.
  std::uint64_t hosts = 0;
  LeastMessage between_hosts = {};
  /// Empty if this is the machine of the published lemmas, in which a message occupies both ports
  /// for alpha + beta * bytes. Otherwise what differs.
  std::string no_alpha_beta;
};

/// Of the alpha-beta machine, with the least alpha and beta of its segments. Slow-downs count only
/// if they are speed-ups.
LeastCosts least_costs(const Machine& machine, std::uint64_t ranks);

/// A message with the least alpha and the least beta of some segments, which are not empty. Any
/// slow-down with a factor below 1 makes it faster.
LeastMessage least_message(std::span<const Segment> segments, const Slowdowns& slowdowns);

/// Several ranks on a host: each has ports to the network and ports to its host, through which
/// messages pass at the same time, and all share the port of the host.
LeastCosts on_shared_hosts(const LeastMessage& network, const LeastMessage& inside,
                           const Placement& placement, std::uint64_t ranks);

/// The least time in which the data of one participant reach all others: the optimal broadcast of
/// Karp, Sahay, Santos and Schauser, SPAA'93. With interval = delivery and one port these are
/// ceil(log2 participants) deliveries. No allreduce is faster.
double least_spread_s(std::uint64_t participants, const LeastMessage& message);

}  // namespace sparlab::model
