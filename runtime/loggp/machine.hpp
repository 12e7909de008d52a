#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "model/base/local_work.hpp"
#include "model/base/placement.hpp"
#include "model/base/shared_links.hpp"
#include "model/base/transport.hpp"
#include "model/topology/topology.hpp"
#include "runtime/comm.hpp"
#include "runtime/loggp/background.hpp"
#include "runtime/loggp/machine_kind.hpp"
#include "runtime/loggp/noise.hpp"
#include "runtime/loggp/routing.hpp"

namespace sparlab::runtime::loggp {

/// The abstract machine: P identical ranks, fully connected, each with one CPU, one send port and
/// one receive port (single-ported).
///
/// A message of b bytes occupies its sender's send port for setup + G*b + gap; its head reaches the
/// receiver L later and then occupies the receive port for the same time, queueing behind earlier
/// arrivals or sharing the port with them (receive hot-spots are charged). It is delivered setup +
/// G*b after that starts. The CPU pays o + O*b when it starts a send and when it completes a
/// receive. Where ports are not full duplex, a message is slowed down while the other port of the
/// same rank is busy.
///
/// Ranks that share a host send to each other through ports of their own, with the times of
/// `inside` and without overheads. Messages that leave a host pass two ports on either side: that
/// of the rank, one after the other, for setup + G*b, and, for their G*b, that of the host.
/// Messages that pass a host's port at the same time share it equally, so a host with one rank is
/// the machine above.
///
/// With a topology, a message to another host passes the links of its route instead, cut through:
/// its first byte reaches the next link a latency later. A host's link carries one message after
/// the other. Pairs of ranks share a link between switches equally; a short message passes it as a
/// whole, and the send of a longer one ends when it arrives. A message alone thus takes the sum of
/// the latencies and the time of its bytes on the slowest link. A rank still sends and receives one
/// message at a time, with the gap between two. L is the time of a handshake's request and of its
/// answer only.
///
/// A message to oneself uses no port and has no latency: it is delivered at once, and costs only
/// the two overheads. Events of equal time have a fixed order.
///
/// `hockney` and `log_gp` give the two usual machines; every field can be set on its own.
struct Machine {
  MachineKind kind = MachineKind::hockney;
  double setup_s = 0;              ///< port time before the first byte: alpha of `hockney`
  double gap_s = 0;                ///< port time after the last byte: g of `loggp`
  double gap_s_per_byte = 0;       ///< beta, G
  double latency_s = 0;            ///< L; overlaps for messages in flight
  double overhead_s = 0;           ///< o
  double overhead_s_per_byte = 0;  ///< O

  /// Larger messages: alpha_s instead of the setup, beta_s_per_byte instead of the gap per byte.
  std::vector<model::Segment> larger{};
  /// Larger messages: alpha_s instead of o, beta_s_per_byte instead of O.
  std::vector<model::Segment> larger_overhead{};

  /// Both ports of a rank share a capacity: while both are busy, each message takes longer by the
  /// curve `exchange` if both messages are those of one peer (a connection of TCP may be half
  /// duplex), otherwise by the curve `ring`; by `all_to_all` if the rank has begun to send to
  /// several peers at once. Empty: full duplex. While one pauses, a message has passed the other by
  /// the curve `tree` earlier than that port is ready for the next one.
  model::Slowdowns slowdowns{};

  /// Messages of several ranks that are in a receive port at once share it equally, as connections
  /// of TCP do. Otherwise one passes after the other.
  bool receiving_shared = false;

  /// From this size on, a message leaves only after a handshake. The sender's request takes a
  /// latency and leaves after all earlier messages of the sender. Once the receive is posted, the
  /// answer takes another latency. Neither uses port time. 0 makes every send synchronous.
  double handshake_bytes = std::numeric_limits<double>::infinity();

  WorkRates rates{};
  model::WorkCurves work_curves{};  ///< where a kind of work has a curve, it replaces the rate

  model::Placement placement{};          ///< of ranks on hosts
  std::vector<model::Segment> inside{};  ///< where ranks share hosts; the first begins at 0
  model::Slowdowns inside_slowdowns{};   ///< of messages inside a host

  /// The alpha of a message between two groups is setup, during which its ports are busy, or else
  /// latency, which overlaps.
  model::HostGroups groups{};
  bool group_alpha_is_latency = false;
  /// Of a message to a rank at a distance, as if all ranks sent over it: its port time is longer,
  /// or its latency and its port time, as for groups. Not on a topology, whose links are simulated.
  model::SharedLinks links{};

  /// Whether messages of a rank may have different latencies.
  bool latencies_differ() const {
    return group_alpha_is_latency && (groups.present() || links.present());
  }

  /// Whether the latency between two ranks may depend on the size of the message. A short message
  /// still arrives after a long one that was sent before it.
  bool latencies_differ_by_size() const {
    return group_alpha_is_latency && !std::isinf(groups.large_from_bytes);
  }

  /// A rank has at most so many messages to other hosts that left and are not delivered; 0: no
  /// limit. The next one leaves when one of them is delivered. Only where no message needs a
  /// handshake.
  std::uint32_t most_in_flight = 0;

  /// The network between hosts; null: there are only the ports. Without setup, segments of messages
  /// between hosts, slow-downs of them, groups of hosts and limits of messages on their way.
  std::shared_ptr<const model::Topology> topology{};
  Routing routing = Routing::minimal;
  /// Both directions of a host's link together carry 2 / this of its bandwidth.
  double node_duplex = 1;

  Background background{};  ///< on a topology

  Noise noise{};

  /// SparCML's alpha-beta model: each message occupies both ports for alpha + beta*L, so that P-1
  /// messages from one rank cost (P-1)*alpha.
  static Machine hockney(double alpha_s, double beta_s_per_byte, const WorkRates& rates = {});

  /// LogGP: the latencies of messages in flight overlap.
  static Machine log_gp(double latency_s, double overhead_s, double gap_s, double gap_s_per_byte,
                        const WorkRates& rates = {});

  /// Every send blocks until its receive is posted; a program that deadlocks on any engine
  /// deadlocks here. Times are those of `hockney` with alpha = 1, beta = 0.
  static Machine synchronous();
};

inline Machine Machine::hockney(double alpha_s, double beta_s_per_byte, const WorkRates& rates) {
  return {.setup_s = alpha_s, .gap_s_per_byte = beta_s_per_byte, .rates = rates};
}

inline Machine Machine::log_gp(double latency_s, double overhead_s, double gap_s,
                               double gap_s_per_byte, const WorkRates& rates) {
  return {.kind = MachineKind::loggp,
          .gap_s = gap_s,
          .gap_s_per_byte = gap_s_per_byte,
          .latency_s = latency_s,
          .overhead_s = overhead_s,
          .rates = rates};
}

inline Machine Machine::synchronous() {
  Machine machine = hockney(1, 0);
  machine.handshake_bytes = 0;
  return machine;
}

}  // namespace sparlab::runtime::loggp
