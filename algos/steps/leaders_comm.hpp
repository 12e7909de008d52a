#pragma once

#include <utility>

#include "runtime/comm.hpp"

namespace sparlab::algos {

/// The communicator of the first rank of each group of `group` neighbours; the last group may be
/// smaller. Only leaders may use it.
class LeadersComm final : public runtime::Comm {
 public:
  LeadersComm(runtime::Comm& parent, int group) : parent_(parent), group_(group) {}

  int rank() const override { return parent_.rank() / group_; }
  int size() const override { return (parent_.size() - 1) / group_ + 1; }
  double now() const override { return parent_.now(); }
  runtime::Request isend(int to, runtime::Message message, int tag) override {
    return parent_.isend(to * group_, std::move(message), tag);
  }
  runtime::Request irecv(int from, int tag) override { return parent_.irecv(from * group_, tag); }
  runtime::Message wait(runtime::Request& request) override { return parent_.wait(request); }
  std::size_t wait_any(std::span<runtime::Request> requests) override {
    return parent_.wait_any(requests);
  }
  void charge(runtime::Work work) override { parent_.charge(work); }
  void enter_phase(std::string_view name) override { parent_.enter_phase(name); }

 private:
  runtime::Comm& parent_;
  int group_;
};

}  // namespace sparlab::algos
