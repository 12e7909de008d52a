#pragma once

#include <cmath>
#include <utility>

#include "model/base/contract.hpp"
#include "model/base/local_work.hpp"
#include "runtime/await_all.hpp"
#include "runtime/comm.hpp"
#include "runtime/inbox.hpp"
#include "runtime/loggp/costs.hpp"
#include "runtime/loggp/matching.hpp"
#include "runtime/loggp/simulation.hpp"
#include "runtime/receives_from_all.hpp"

namespace sparlab::runtime::loggp {

/// The Comm of one simulated rank; lives on that rank's stack.
class RankComm final : public Comm,
                       public ExpectedReceives,
                       public AwaitsTogether,
                       public ReceivesFromAll {
 public:
  RankComm(Simulation& simulation, int rank) : parts_(simulation), rank_(rank) {}

  int rank() const override { return rank_; }
  int size() const override { return parts_.world.size(); }
  double now() const override { return parts_.world.at(rank_).clock_s - parts_.world.lead_s; }
  void charge(Work work) override {
    SPARLAB_EXPECTS(work.count >= 0);
    const Machine& machine = parts_.world.machine;
    const auto kind = static_cast<std::size_t>(work.kind);
    const model::WorkCurve& curve = machine.work_curves[kind];
    parts_.world.at(rank_).clock_s +=
        curve.empty() ? machine.rates[kind] * work.count : model::seconds_at(curve, work.count);
  }

  Request isend(int to, Message message, int tag) override {
    World& world = parts_.world;
    SPARLAB_EXPECTS(to >= 0 && to < world.size());
    const double bytes = message.wire_bytes();
    SPARLAB_EXPECTS(bytes >= 0 && std::isfinite(bytes));
    Rank& self = world.at(rank_);
    // A granted message may take the port before this one, so process all earlier events before
    // using the port.
    if (self.open_handshakes != 0) parts_.scheduler.catch_up(rank_);
    const bool inside = world.share_host(rank_, to);
    if (!inside) self.clock_s += overhead_s(world.machine, bytes);
    ++self.open_sends;
    Transport& transport = parts_.transport(rank_, to);
    if (inside || bytes < world.machine.handshake_bytes)
      return transport.send(rank_, to, std::move(message), tag);
    const std::uint32_t send = world.new_entry(to, tag, Entry::State::sending);
    const std::uint32_t handshake = world.handshakes.acquire();
    world.handshakes[handshake] = {.wire_bytes = bytes,
                                   .from = rank_,
                                   .to = to,
                                   .tag = tag,
                                   .payload = world.payloads.add(std::move(message)),
                                   .send = send};
    ++self.open_handshakes;
    transport.send_request(handshake);
    return request_of_entry(send);
  }

  Request irecv(int from, int tag) override {
    SPARLAB_EXPECTS(from >= 0 && from < parts_.world.size());
    return request_of_entry(parts_.deliveries.post(rank_, from, tag));
  }

  Message wait(Request& request) override { return parts_.waits.wait(rank_, request); }
  std::size_t wait_any(std::span<Request> requests) override {
    return parts_.waits.wait_any(rank_, requests);
  }

  void await_all(std::span<const Request> requests) override {
    parts_.waits.await_all(rank_, requests);
  }

  void expect(int from, int tag) override {
    SPARLAB_EXPECTS(from >= 0 && from < parts_.world.size());
    parts_.expected.expect(rank_, parts_.deliveries.post(rank_, from, tag));
  }

  Mail take_first() override {
    const auto [from, entry] = parts_.expected.take_first(rank_);
    Request request = request_of_entry(entry);
    return {from, parts_.waits.wait(rank_, request)};
  }

  bool post_from_all(int tag) override {
    // Requests of handshakes name an entry, and messages that pass a network end at one.
    if (parts_.network || !std::isinf(parts_.world.machine.handshake_bytes)) return false;
    return parts_.deliveries.post_from_all(rank_, tag);
  }

  void await_from_all() override { parts_.deliveries.await_from_all(rank_); }
  Message take_from(int from) override { return parts_.deliveries.take_from(rank_, from); }

 private:
  Simulation& parts_;
  int rank_;
};

}  // namespace sparlab::runtime::loggp
