#pragma once

#include "runtime/await_all.hpp"
#include "runtime/comm.hpp"
#include "runtime/inbox.hpp"
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
  void charge(Work work) override;

  Request isend(int to, Message message, int tag) override;
  Request irecv(int from, int tag) override;
  Message wait(Request& request) override { return parts_.waits.wait(rank_, request); }
  std::size_t wait_any(std::span<Request> requests) override {
    return parts_.waits.wait_any(rank_, requests);
  }
  void await_all(std::span<const Request> requests) override {
    parts_.waits.await_all(rank_, requests);
  }

  void expect(int from, int tag) override;
  Mail take_first() override;

  bool post_from_all(int tag) override;
  void await_from_all() override { parts_.deliveries.await_from_all(rank_); }
  Message take_from(int from) override { return parts_.deliveries.take_from(rank_, from); }

 private:
  Simulation& parts_;
  int rank_;
};

}  // namespace sparlab::runtime::loggp
