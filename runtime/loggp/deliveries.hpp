#pragma once

#include <cstdint>
#include <memory>

#include "runtime/loggp/expected.hpp"
#include "runtime/loggp/from_all.hpp"
#include "runtime/loggp/scheduler.hpp"
#include "runtime/loggp/waits.hpp"
#include "runtime/loggp/world.hpp"

namespace sparlab::runtime::loggp {

/// Where messages meet their receives. Ranks post receives; transports deliver messages and
/// requests of handshakes. Both match in the order of sending and of posting.
class Deliveries {
 public:
  Deliveries(World& world, Scheduler& scheduler, ExpectedMessages& expected, Waits& waits)
      : world_(world), scheduler_(scheduler), expected_(expected), waits_(waits) {}

  /// Posts a receive and returns its entry.
  std::uint32_t post(int rank, int from, int tag);

  // Each of these returns the rank that can continue because of it, or kNobody.

  /// A message is delivered at `time_s`, which may be later than now.
  int deliver(int from, int to, int tag, std::uint32_t payload, double time_s);
  /// Likewise the message of a handshake, which ends with it.
  int deliver_granted(std::uint32_t handshake, double time_s);
  /// The send of an entry of `rank` ends at `time_s`.
  int end_send(int rank, std::uint32_t send, double time_s);

  /// The request of a handshake has come to the receiver, which learns of it at `asked_s`.
  void deliver_request(std::uint32_t handshake, double asked_s);

  // A rank's receives from all others (ReceivesFromAll).

  /// Returns false, and posts none, if earlier receives must come first.
  bool post_from_all(int rank, int tag);
  void await_from_all(int rank);
  Message take_from(int rank, int from);
  /// Replaces the open ones by entries, for the description of a stall.
  void list_from_all();

  /// The places where the delivery of a message begins.
  void prefetch(int from, int to, int tag) const {
    world_.at(to).unmatched.prefetch(from, tag);
    expected_.prefetch(to);
    if (from_all_)
      from_all_->prefetch(static_cast<std::size_t>(to), static_cast<std::size_t>(from));
  }

 private:
  void complete(int rank, std::uint32_t entry, double time_s);
  void promise(std::uint32_t handshake, std::uint32_t receive, double met_s);

  World& world_;
  Scheduler& scheduler_;
  ExpectedMessages& expected_;
  Waits& waits_;
  std::unique_ptr<FromAll> from_all_;  ///< null until a rank posts such receives
};

}  // namespace sparlab::runtime::loggp
