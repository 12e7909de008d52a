#pragma once

#include <utility>

#include "runtime/comm.hpp"
#include "runtime/placed_receive.hpp"

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

}  // namespace sparlab::algos
