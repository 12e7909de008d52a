#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "runtime/comm.hpp"

namespace sparlab::runtime {

/// A Comm of which only the base class is seen, so that requests receive the messages.
class Plain final : public Comm {
 public:
  explicit Plain(Comm& inner) : inner_(inner) {}
  int rank() const override { return inner_.rank(); }
  int size() const override { return inner_.size(); }
  double now() const override { return inner_.now(); }
  Request isend(int to, Message message, int tag) override {
    return inner_.isend(to, std::move(message), tag);
  }
  Request irecv(int from, int tag) override { return inner_.irecv(from, tag); }
  Message wait(Request& request) override { return inner_.wait(request); }
  std::size_t wait_any(std::span<Request> requests) override { return inner_.wait_any(requests); }
  void charge(Work work) override { inner_.charge(work); }

 private:
  Comm& inner_;
};

}  // namespace sparlab::runtime
