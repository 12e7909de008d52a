#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <simgrid/s4u/Comm.hpp>
#include <span>
#include <vector>

#include "runtime/comm.hpp"
#include "sim/channels.hpp"
#include "sim/platform.hpp"
#include "sim/stall.hpp"

namespace sparlab::sim {

/// Messages in flight. SimGrid carries a pointer to one of these; they live until they are received
/// or the run ends, even if ranks fail.
class MessagePool {
 public:
  runtime::Message* store(runtime::Message message);
  runtime::Message take(runtime::Message* stored);

 private:
  std::deque<runtime::Message> messages_;
  std::vector<runtime::Message*> free_;
};

/// The shared state of the ranks of one simulation. Actors run one at a time, so there are no
/// locks.
struct World {
  World(const Platform& machine, int ranks)
      : platform(machine), size(ranks), channels(ranks), stall(ranks) {}

  const Platform& platform;
  int size;
  Channels channels;
  StallTable stall;
  MessagePool messages;
  std::uint64_t delivered_messages = 0;
  double delivered_bytes = 0;
};

/// Comm of one rank, used by its actor only.
///
/// Software overhead and local work do not stop the actor at once: they add up in `owed_s_`, and
/// the actor sleeps for that time before the next point that other actors could observe. An eager
/// send starts to move when it is posted, a rendezvous send when its receive is also posted; its
/// request completes when the last byte has arrived. An empty message moves one byte. A message to
/// oneself bypasses the network: it is delivered at once and costs only the overheads, as in
/// `loggp`.
class S4uComm final : public runtime::Comm {
 public:
  S4uComm(World& world, int rank);
  S4uComm(const S4uComm&) = delete;
  S4uComm& operator=(const S4uComm&) = delete;
  ~S4uComm() override;

  int rank() const override { return rank_; }
  int size() const override { return world_.size; }
  double now() const override;
  runtime::Request isend(int to, runtime::Message message, int tag) override;
  runtime::Request irecv(int from, int tag) override;
  runtime::Message wait(runtime::Request& request) override;
  std::size_t wait_any(std::span<runtime::Request> requests) override;
  void charge(runtime::Work work) override;

  /// Pays the owed time and returns the current time. CommError if a request is still pending or a
  /// message to itself was not received.
  double finish();

 private:
  struct Operation {
    bool active = false;
    bool completed = false;  ///< `comm` has been waited for
    Waiting waiting;
    simgrid::s4u::CommPtr comm;           ///< null for messages to oneself
    runtime::Message* arrived = nullptr;  ///< where SimGrid stores the received message
    SelfMessages::Place self;
  };

  bool is_receive(const Operation& operation) const {
    return operation.waiting.what == Waiting::For::receive;
  }
  bool inside_host(int peer) const;
  double overhead_s(int peer, double bytes) const;
  std::uint64_t start(Waiting waiting);
  Operation& operation(const runtime::Request& request);
  void complete(Operation& operation);
  runtime::Message deliver(Operation& operation);
  void require_sent(const Operation& operation) const;
  void pay() const;
  void resumed() const;

  World& world_;
  int rank_;
  mutable double owed_s_ = 0;
  std::deque<Operation> operations_;  ///< a deque: SimGrid keeps addresses of its elements
  std::vector<std::uint64_t> free_;
  SelfMessages self_messages_;
};

}  // namespace sparlab::sim
