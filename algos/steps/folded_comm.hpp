#pragma once

#include <bit>

#include "runtime/comm.hpp"

namespace sparlab::algos {

/// How P ranks become 2^floor(log2 P): of the first 2*rem ranks, rem = P - 2^floor(log2 P), each
/// even one hands its input to its odd neighbour and rests. A surviving rank's number counts
/// survivors from below, so that a group of survivors stands for a contiguous group of ranks.
struct PowerOfTwoFold {
  int survivors;
  int surplus;

  explicit PowerOfTwoFold(int ranks)
      : survivors(static_cast<int>(std::bit_floor(static_cast<unsigned>(ranks)))),
        surplus(ranks - survivors) {}

  bool is_paired(int rank) const { return rank < 2 * surplus; }
  bool rests(int rank) const { return is_paired(rank) && rank % 2 == 0; }
  int survivor_of(int rank) const { return is_paired(rank) ? rank / 2 : rank - surplus; }
  int rank_of(int survivor) const {
    return survivor < surplus ? 2 * survivor + 1 : survivor + surplus;
  }
};

/// The communicator of the survivors of a fold.
class FoldedComm final : public runtime::Comm {
 public:
  explicit FoldedComm(runtime::Comm& parent) : parent_(parent), fold_(parent.size()) {}

  int rank() const override { return fold_.survivor_of(parent_.rank()); }
  int size() const override { return fold_.survivors; }
  double now() const override { return parent_.now(); }
  runtime::Request isend(int to, runtime::Message message, int tag) override {
    return parent_.isend(fold_.rank_of(to), std::move(message), tag);
  }
  runtime::Request irecv(int from, int tag) override {
    return parent_.irecv(fold_.rank_of(from), tag);
  }
  runtime::Message wait(runtime::Request& request) override { return parent_.wait(request); }
  std::size_t wait_any(std::span<runtime::Request> requests) override {
    return parent_.wait_any(requests);
  }
  void charge(runtime::Work work) override { parent_.charge(work); }
  void enter_phase(std::string_view name) override { parent_.enter_phase(name); }

 private:
  runtime::Comm& parent_;
  PowerOfTwoFold fold_;
};

}  // namespace sparlab::algos
