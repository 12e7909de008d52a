#pragma once

#include <cstdint>
#include <utility>

#include "runtime/loggp/deliveries.hpp"
#include "runtime/loggp/matching.hpp"
#include "runtime/loggp/transport.hpp"
#include "runtime/loggp/waits.hpp"

namespace sparlab::runtime::loggp {

/// Messages of a rank to itself: they use no port and have no latency.
class ToSelf final : public Transport {
 public:
  ToSelf(World& world, Deliveries& deliveries, Waits& waits)
      : world_(world), deliveries_(deliveries), waits_(waits) {}

  Request send(int from, int to, Message&& message, int tag) override {
    const double now_s = world_.at(from).clock_s;
    world_.count_delivered(message.wire_bytes());
    // Nobody but the rank itself, which runs, could wait for it.
    static_cast<void>(
        deliveries_.deliver(from, to, tag, world_.payloads.add(std::move(message)), now_s));
    return request_of_time(now_s);
  }

  void send_request(std::uint32_t handshake) override {
    deliveries_.deliver_request(handshake, world_.at(world_.handshakes[handshake].from).clock_s);
  }

  int send_granted(std::uint32_t index) override {
    const Handshake handshake = world_.handshakes[index];
    world_.count_delivered(handshake.wire_bytes);
    world_.entries[handshake.send].finish(Entry::State::sent, world_.now_s());
    const int woken = deliveries_.deliver_granted(index, world_.now_s());
    return woken != kNobody ? woken : waits_.wake_if_awaited(handshake.from, handshake.send);
  }

 private:
  World& world_;
  Deliveries& deliveries_;
  Waits& waits_;
};

}  // namespace sparlab::runtime::loggp
