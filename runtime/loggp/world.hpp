#pragma once

#include <cstdint>
#include <vector>

#include "model/topology/switch_tree.hpp"
#include "runtime/loggp/engine.hpp"
#include "runtime/loggp/event_queue.hpp"
#include "runtime/loggp/machine.hpp"
#include "runtime/loggp/matching.hpp"
#include "runtime/loggp/payloads.hpp"
#include "runtime/loggp/rank.hpp"
#include "runtime/loggp/slot_pool.hpp"

namespace sparlab::runtime::loggp {

/// A message that leaves only when its receive is posted.
struct Handshake {
  double wire_bytes;
  std::int32_t from;
  std::int32_t to;
  std::int32_t tag;
  std::uint32_t payload;
  std::uint32_t send;             ///< the sender's entry
  std::uint32_t receive = kNone;  ///< the receiver's entry, once promised
  std::uint32_t next = kNone;
};

/// The data of a run that its parts share.
struct World {
  /// `count` ranks of `lanes` lanes each. Lane l of rank r has the number l * count + r, and
  /// everything but the ports, the places and what Comms say has lanes in the place of ranks.
  /// Nodes of `switches` that are no ranks have the numbers from `count` on; with them, there is
  /// one lane.
  World(const Machine& of, int count, int lanes = 1, model::SwitchTree switches = {});

  int size() const { return static_cast<int>(ranks.size()); }
  bool has_lanes() const { return size() > places; }
  /// The rank of a lane.
  int rank_of(int lane) const { return lane < places ? lane : lane % places; }
  bool is_switch(int rank) const { return rank >= rank_count && !tree.parent.empty(); }
  Rank& at(int rank) { return ranks[static_cast<std::size_t>(rank)]; }
  const Rank& at(int rank) const { return ranks[static_cast<std::size_t>(rank)]; }
  double now_s() const { return events.now_s(); }

  /// Whether two ranks are different ones of one host.
  bool share_host(int a, int b) const {
    return !host_of.empty() && a != b &&
           host_of[static_cast<std::size_t>(a)] == host_of[static_cast<std::size_t>(b)];
  }

  std::uint32_t new_entry(int peer, int tag, Entry::State state) {
    const std::uint32_t index = entries.acquire();
    entries[index].begin(peer, tag, state);
    return index;
  }

  void count_delivered(double wire_bytes) {
    ++result.messages;
    result.bytes += wire_bytes;
  }

  const Machine& machine;
  int rank_count;                      ///< without lanes
  int places;                          ///< ranks without their lanes, and switches
  model::SwitchTree tree;              ///< empty: switches do not compute
  std::vector<std::uint32_t> host_of;  ///< by rank; empty: each has a host of its own
  std::vector<Rank, HugePageAllocator<Rank>> ranks;
  EventQueue events;
  Payloads payloads;
  Entries entries;
  SlotPool<Handshake> handshakes;
  double lead_s = 0;  ///< the background begins so long before time 0 of the ranks
  RunResult result;
};

}  // namespace sparlab::runtime::loggp
