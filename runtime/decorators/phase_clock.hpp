#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/await_all.hpp"
#include "runtime/comm.hpp"
#include "runtime/inbox.hpp"
#include "runtime/receives_from_all.hpp"

namespace sparlab::runtime::decorators {

/// The time that one rank spent in a phase, waiting included.
struct PhaseSeconds {
  std::string name;
  double seconds = 0;
};

/// Times the phases of a Comm by the clock of its engine.
///
/// Cost    one call of now() for each phase that is entered; nothing for messages.
class PhaseClock final : public Comm,
                         public PlacedReceives,
                         public ExpectedReceives,
                         public AwaitsTogether,
                         public ReceivesFromAll {
 public:
  /// `inner` must outlive this. Time before the first enter_phase belongs to phase "".
  explicit PhaseClock(Comm& inner)
      : inner_(inner),
        expected_(expected_receives(inner)),
        from_all_(runtime::receives_from_all(inner)),
        entered_s_(inner.now()) {}
  PhaseClock(const PhaseClock&) = delete;
  PhaseClock& operator=(const PhaseClock&) = delete;

  /// Ends the current phase. Returns the phases in the order of their first entry, phase "" first;
  /// their times add up to the time since the construction.
  const std::vector<PhaseSeconds>& stop();

  int rank() const override { return inner_.rank(); }
  int size() const override { return inner_.size(); }
  double now() const override { return inner_.now(); }
  Request isend(int to, Message message, int tag) override;
  Request irecv(int from, int tag) override { return inner_.irecv(from, tag); }
  Request irecv_into(Message place, int from, int tag) override;
  Message wait(Request& request) override { return inner_.wait(request); }
  std::size_t wait_any(std::span<Request> requests) override { return inner_.wait_any(requests); }
  void await_all(std::span<const Request> requests) override {
    runtime::await_all(inner_, requests);
  }
  bool keeps_order() const override { return expected_ != nullptr; }
  void expect(int from, int tag) override { expected_->expect(from, tag); }
  Mail take_first() override { return expected_->take_first(); }
  bool post_from_all(int tag) override {
    return from_all_ != nullptr && from_all_->post_from_all(tag);
  }
  void await_from_all() override { from_all_->await_from_all(); }
  Message take_from(int from) override { return from_all_->take_from(from); }
  void charge(Work work) override { inner_.charge(work); }
  void enter_phase(std::string_view name) override;

 private:
  void add_time();

  Comm& inner_;
  ExpectedReceives* expected_;
  ReceivesFromAll* from_all_;
  double entered_s_;
  std::vector<PhaseSeconds> phases_{PhaseSeconds{}};
  std::size_t current_ = 0;
};

}  // namespace sparlab::runtime::decorators
