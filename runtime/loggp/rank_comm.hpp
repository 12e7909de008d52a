#pragma once

#include "runtime/comm.hpp"
#include "runtime/loggp/simulation.hpp"

namespace sparlab::runtime::loggp {

/// The Comm of one simulated rank; lives on that rank's stack.
class RankComm final : public Comm {
 public:
  RankComm(Simulation& simulation, int rank) : simulation_(simulation), rank_(rank) {}

  int rank() const override { return rank_; }
  int size() const override { return simulation_.size(); }
  double now() const override { return simulation_.clock_s(rank_); }
  Request isend(int to, Message message, int tag) override {
    return simulation_.isend(rank_, to, std::move(message), tag);
  }
  Request irecv(int from, int tag) override { return simulation_.irecv(rank_, from, tag); }
  Message wait(Request& request) override { return simulation_.wait(rank_, request); }
  std::size_t wait_any(std::span<Request> requests) override {
    return simulation_.wait_any(rank_, requests);
  }
  void charge(Work work) override { simulation_.charge(rank_, work); }

 private:
  Simulation& simulation_;
  int rank_;
};

}  // namespace sparlab::runtime::loggp
