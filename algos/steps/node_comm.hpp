#pragma once

#include <algorithm>

#include "algos/steps/subgroup_comm.hpp"

namespace sparlab::algos {

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

}  // namespace sparlab::algos
