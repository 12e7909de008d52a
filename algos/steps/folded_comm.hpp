#pragma once

#include <bit>

#include "algos/steps/subgroup_comm.hpp"

namespace sparlab::algos {

/// Folds P ranks to 2^floor(log2 P). Of the first 2*rem ranks, rem = P - 2^floor(log2 P), each even
/// rank sends its input to its odd neighbour and then waits for the result. Survivors are numbered
/// in increasing order, so that a group of survivors represents a contiguous group of ranks.
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
class FoldedComm final : public SubgroupComm {
 public:
  explicit FoldedComm(runtime::Comm& parent) : SubgroupComm(parent), fold_(parent.size()) {}

  int rank() const override { return fold_.survivor_of(parent_.rank()); }
  int size() const override { return fold_.survivors; }

 private:
  int parent_rank(int member) const override { return fold_.rank_of(member); }

  PowerOfTwoFold fold_;
};

}  // namespace sparlab::algos
