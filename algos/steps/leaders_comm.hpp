#pragma once

#include "algos/steps/subgroup_comm.hpp"

namespace sparlab::algos {

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

}  // namespace sparlab::algos
