#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/base/placement.hpp"
#include "runtime/loggp/host_ports.hpp"
#include "runtime/loggp/slot_pool.hpp"

/// The network of hosts that have several ranks each.
namespace sparlab::runtime::loggp {

/// A message from one host to another, until it is delivered.
struct Crossing {
  double wire_bytes;
  double posted_s;  ///< when the sender's CPU was done with it
  std::int32_t from;
  std::int32_t to;
  std::int32_t tag;
  std::uint32_t payload;
  std::uint32_t send;                   ///< the sender's entry
  std::uint32_t next = kNone;           ///< in the sender's queue
  std::uint32_t next_received = kNone;  ///< in the receiver's queue
  double delay_s = 0;                   ///< beyond the latency
  std::uint32_t halves = 2;  ///< that have not passed: leaving one host, entering the other
};

/// Crossings that pass one port of a rank in order.
struct CrossingQueue {
  std::uint32_t first = kNone;
  std::uint32_t last = kNone;

  /// Returns whether it is the first.
  bool add(SlotPool<Crossing>& crossings, std::uint32_t index, std::uint32_t Crossing::*next) {
    const bool is_first = first == kNone;
    if (is_first) {
      first = index;
    } else {
      crossings[last].*next = index;
    }
    last = index;
    return is_first;
  }

  /// Returns whether there is another.
  bool remove_first(std::uint32_t next) {
    first = next;
    return first != kNone;
  }
};

/// The network side of a rank.
struct NetworkEnd {
  CrossingQueue sending;
  CrossingQueue receiving;
  double send_free_s = 0;
  double receive_free_s = 0;
};

/// Empty where each host has one rank.
struct SharedNetwork {
  SharedNetwork(const model::Placement& placement, int ranks);

  bool present() const { return !host_of.empty(); }
  std::uint32_t host(int rank) const { return host_of[static_cast<std::size_t>(rank)]; }
  bool same_host(int a, int b) const { return a != b && host(a) == host(b); }
  NetworkEnd& end(int rank) { return ends[static_cast<std::size_t>(rank)]; }

  std::vector<std::uint32_t> host_of;  ///< by rank
  std::vector<NetworkEnd> ends;        ///< by rank
  std::vector<HostPorts> ports;        ///< by host
  SlotPool<Crossing> crossings;
};

}  // namespace sparlab::runtime::loggp
