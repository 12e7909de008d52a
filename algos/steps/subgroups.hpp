#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include "model/base/range.hpp"
#include "runtime/comm.hpp"

namespace sparlab::algos {

/// The communicator of a subset of the parent's ranks, with its own numbering; everything else is
/// the parent's. Only members may use it.
class SubgroupComm : public runtime::Comm, public runtime::PlacedReceives {
 public:
  double now() const override { return parent_.now(); }
  runtime::Request isend(int to, runtime::Message message, int tag) override {
    return parent_.isend(parent_rank(to), std::move(message), tag);
  }
  runtime::Request irecv(int from, int tag) override {
    return parent_.irecv(parent_rank(from), tag);
  }
  runtime::Request irecv_into(runtime::Message place, int from, int tag) override {
    return runtime::irecv_into(parent_, std::move(place), parent_rank(from), tag);
  }
  runtime::Message wait(runtime::Request& request) override { return parent_.wait(request); }
  std::size_t wait_any(std::span<runtime::Request> requests) override {
    return parent_.wait_any(requests);
  }
  void charge(runtime::Work work) override { parent_.charge(work); }
  void enter_phase(std::string_view name) override { parent_.enter_phase(name); }

 protected:
  explicit SubgroupComm(runtime::Comm& parent) : parent_(parent) {}
  virtual int parent_rank(int member) const = 0;

  runtime::Comm& parent_;
};

/// The ranks of the largest group when neighbours form groups of `group`.
inline int largest_group(const runtime::Comm& comm, std::uint64_t group) {
  return static_cast<int>(std::min(group, static_cast<std::uint64_t>(comm.size())));
}

/// The communicator of this rank's group of `group` consecutive ranks; its rank 0 is the leader
/// (see LeadersComm). The last group may be smaller.
class NodeComm final : public SubgroupComm {
 public:
  NodeComm(runtime::Comm& parent, int group)
      : SubgroupComm(parent), leader_(parent.rank() / group * group), group_(group) {}

  int rank() const override { return parent_.rank() - leader_; }
  int size() const override { return std::min(group_, parent_.size() - leader_); }

 private:
  int parent_rank(int member) const override { return leader_ + member; }

  int leader_;
  int group_;
};

/// The communicator of the first rank of each group of `group` consecutive ranks; the last group
/// may be smaller. Only leaders may use it.
class LeadersComm final : public SubgroupComm {
 public:
  LeadersComm(runtime::Comm& parent, int group) : SubgroupComm(parent), group_(group) {}

  int rank() const override { return parent_.rank() / group_; }
  int size() const override { return (parent_.size() - 1) / group_ + 1; }

 private:
  int parent_rank(int member) const override { return member * group_; }

  int group_;
};

/// The communicator of the owners of one part: in each group of `group` consecutive ranks, member i
/// owns the i-th of its equal shares (model::cut) of `group` parts. The last group may be smaller;
/// its members then own several parts. Only owners may use it.
class PartOwnersComm final : public SubgroupComm {
 public:
  PartOwnersComm(runtime::Comm& parent, int group, std::uint64_t part)
      : SubgroupComm(parent), group_(group), part_(part) {}

  int rank() const override { return parent_.rank() / group_; }
  int size() const override { return (parent_.size() - 1) / group_ + 1; }

 private:
  int parent_rank(int member) const override {
    const int first = member * group_;
    const int members = std::min(group_, parent_.size() - first);
    return first + static_cast<int>(model::part_with({0, static_cast<std::uint64_t>(group_)}, part_,
                                                     static_cast<std::uint64_t>(members)));
  }

  int group_;
  std::uint64_t part_;
};

/// The communicator of ranks that differ in one digit of their number in mixed radix: `size` ranks
/// at a distance of `stride`, which is the product of the radices of the digits below.
class DigitComm final : public SubgroupComm {
 public:
  DigitComm(runtime::Comm& parent, int stride, int size)
      : SubgroupComm(parent), stride_(stride), size_(size) {}

  int rank() const override { return parent_.rank() / stride_ % size_; }
  int size() const override { return size_; }

 private:
  int parent_rank(int member) const override {
    return parent_.rank() + (member - rank()) * stride_;
  }

  int stride_;
  int size_;
};

/// All ranks of the parent, numbered from its rank `first` on, around.
class RotatedComm final : public SubgroupComm {
 public:
  RotatedComm(runtime::Comm& parent, int first) : SubgroupComm(parent), first_(first) {}

  int rank() const override { return (parent_.rank() + parent_.size() - first_) % parent_.size(); }
  int size() const override { return parent_.size(); }

 private:
  int parent_rank(int member) const override { return (member + first_) % parent_.size(); }

  int first_;
};

/// Which rank of a pair gives its input away.
enum class Resting : bool { even, odd };

/// Folds P ranks to 2^floor(log2 P). Of the first 2*rem ranks, rem = P - 2^floor(log2 P), each even
/// rank gives its input to its odd neighbour, or the other way round, and then waits for the
/// result. Survivors are numbered in increasing order, so that a group of survivors represents a
/// contiguous group of ranks.
struct PowerOfTwoFold {
  int survivors;
  int surplus;
  Resting resting;

  explicit PowerOfTwoFold(int ranks, Resting resting_ranks = Resting::even)
      : survivors(static_cast<int>(std::bit_floor(static_cast<unsigned>(ranks)))),
        surplus(ranks - survivors),
        resting(resting_ranks) {}

  bool is_paired(int rank) const { return rank < 2 * surplus; }
  bool rests(int rank) const {
    return is_paired(rank) && (rank % 2 == 0) == (resting == Resting::even);
  }
  int survivor_of(int rank) const { return is_paired(rank) ? rank / 2 : rank - surplus; }
  int rank_of(int survivor) const {
    if (survivor >= surplus) return survivor + surplus;
    return 2 * survivor + (resting == Resting::even ? 1 : 0);
  }
};

/// The communicator of the survivors of a fold.
class FoldedComm final : public SubgroupComm {
 public:
  FoldedComm(runtime::Comm& parent, const PowerOfTwoFold& fold)
      : SubgroupComm(parent), fold_(fold) {}

  int rank() const override { return fold_.survivor_of(parent_.rank()); }
  int size() const override { return fold_.survivors; }

 private:
  int parent_rank(int member) const override { return fold_.rank_of(member); }

  PowerOfTwoFold fold_;
};

}  // namespace sparlab::algos
