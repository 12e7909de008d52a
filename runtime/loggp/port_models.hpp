#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "model/base/transport.hpp"
#include "runtime/loggp/machine.hpp"
#include "runtime/loggp/rank.hpp"

/// How a message passes a port of its rank: one type for each model of ports.
namespace sparlab::runtime::loggp {

/// A message that asks for a port.
struct PortUse {
  int rank;
  Direction direction;
  double asked_s;
  double bytes;
  double alone_s;  ///< for which it takes the port, if nothing slows it down
  int peer;        ///< the rank at the other end
};

struct Passage {
  double leaves_s;  ///< when the head of the message leaves, if it is sent
  double passed_s;
  double work_s;  ///< from when the message came or the one before had passed
};

/// The two ports of a rank do not affect each other.
class FullDuplexPorts {
 public:
  explicit FullDuplexPorts(const Machine& machine) : gap_s_(machine.gap_s) {}

  Passage pass(Rank& rank, const PortUse& use) const {
    double& free_s = rank.free_s(use.direction);
    const double start_s = std::max(use.asked_s, free_s);
    const double work_s = start_s - std::max(use.asked_s, free_s - gap_s_) + use.alone_s;
    free_s = start_s + use.alone_s + gap_s_;
    return {start_s, start_s + use.alone_s, work_s};
  }

 private:
  double gap_s_;
};

/// While the other port of its rank is busy, a message takes longer, and what passes the other port
/// is delayed.
class SharedCapacityPorts {
 public:
  SharedCapacityPorts(const Machine& machine, int ranks)
      : slowdowns_(machine.slowdowns),
        gap_s_(machine.gap_s),
        ports_(static_cast<std::size_t>(ranks)) {}

  Passage pass(Rank& rank, const PortUse& use);

 protected:
  struct Port {
    double busy_from_s = 0;  ///< since when it has been busy without a pause
    double passed_s = 0;     ///< when its last message passed, which may be before it is free
    int peer = -1;           ///< of its last message
    bool several = false;    ///< messages to several peers were there at once
    double shared_s = 0;     ///< up to when its messages were slowed down by the other port
  };

  std::array<Port, 2>& ports(int rank) { return ports_[static_cast<std::size_t>(rank)]; }
  static void note_peer(Port& own, const PortUse& use) {
    own.several = use.asked_s < own.passed_s && (own.several || own.peer != use.peer);
    own.peer = use.peer;
  }
  /// From when on a message that starts at `start_s` shares the ports in a time that has not slowed
  /// down another message of the other port.
  static double shared_from_s(double start_s, const Port& other) {
    return std::max({start_s, other.busy_from_s, other.shared_s});
  }
  /// Of a message that passes `own` while `other`, the other port of its rank, is busy.
  double slowdown(const PortUse& use, const Port& own, const Port& other) const;

  const model::Slowdowns& slowdowns_;
  double gap_s_;

 private:
  std::vector<std::array<Port, 2>> ports_;  ///< by rank and direction
};

/// Besides, while the other port pauses, a message may pass before the port would be ready for it
/// or for the next one, as tokens in a bucket allow: the port is ahead of its rate by at most what
/// a full bucket is worth.
class TokenBucketPorts : private SharedCapacityPorts {
 public:
  TokenBucketPorts(const Machine& machine, int ranks)
      : SharedCapacityPorts(machine, ranks), full_bucket_s_(full_bucket_s(machine)) {}

  /// The time that a pause saves, for the size for which it is most. 0: machines of this kind are
  /// SharedCapacityPorts.
  static double full_bucket_s(const Machine& machine);

  Passage pass(Rank& rank, const PortUse& use);

 private:
  double full_bucket_s_;
};

}  // namespace sparlab::runtime::loggp
