#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include "runtime/comm.hpp"
#include "runtime/inbox.hpp"

namespace sparlab::runtime::decorators {

/// The part of a Comm that one of several equal programs sees: `size` consecutive ranks. The others
/// do not exist for it.
class JobComm final : public Comm, public PlacedReceives, public ExpectedReceives {
 public:
  /// `inner`, whose rank is one of the job, must outlive this.
  JobComm(Comm& inner, int size)
      : inner_(inner),
        expected_(expected_receives(inner)),
        size_(size),
        first_(inner.rank() / size * size) {}
  JobComm(const JobComm&) = delete;
  JobComm& operator=(const JobComm&) = delete;

  int rank() const override { return inner_.rank() - first_; }
  int size() const override { return size_; }
  double now() const override { return inner_.now(); }
  Request isend(int to, Message message, int tag) override {
    return inner_.isend(first_ + to, std::move(message), tag);
  }
  Request irecv(int from, int tag) override { return inner_.irecv(first_ + from, tag); }
  Request irecv_into(Message place, int from, int tag) override {
    return runtime::irecv_into(inner_, std::move(place), first_ + from, tag);
  }
  Message wait(Request& request) override { return inner_.wait(request); }
  std::size_t wait_any(std::span<Request> requests) override { return inner_.wait_any(requests); }
  bool keeps_order() const override { return expected_ != nullptr; }
  void expect(int from, int tag) override { expected_->expect(first_ + from, tag); }
  Mail take_first() override {
    Mail mail = expected_->take_first();
    mail.from -= first_;
    return mail;
  }
  void charge(Work work) override { inner_.charge(work); }
  void enter_phase(std::string_view name) override { inner_.enter_phase(name); }

 private:
  Comm& inner_;
  ExpectedReceives* expected_;
  int size_;
  int first_;
};

}  // namespace sparlab::runtime::decorators
