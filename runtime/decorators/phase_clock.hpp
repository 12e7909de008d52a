#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/await_all.hpp"
#include "runtime/comm.hpp"
#include "runtime/decorators/message_trace.hpp"
#include "runtime/inbox.hpp"
#include "runtime/receives_from_all.hpp"
#include "runtime/switches.hpp"

namespace sparlab::runtime::decorators {

/// The time that one rank spent in a phase, waiting included.
struct PhaseSeconds {
  std::string name;
  double seconds = 0;
};

/// Times the phases of a Comm by the clock of its engine, and may record its messages.
///
/// Cost    one call of now() for each phase that is entered; nothing for messages without a trace.
class PhaseClock final : public Comm,
                         public PlacedReceives,
                         public ExpectedReceives,
                         public AwaitsTogether,
                         public ReceivesFromAll,
                         public Switches {
 public:
  /// `inner` and `trace` must outlive this. Time before the first enter_phase belongs to phase "".
  /// A trace, if there is one, is that of all ranks; `call` is the number of the call.
  explicit PhaseClock(Comm& inner, MessageTrace* trace = nullptr, std::uint32_t call = 0);
  PhaseClock(const PhaseClock&) = delete;
  PhaseClock& operator=(const PhaseClock&) = delete;

  /// Ends the current phase. Returns the phases in the order of their first entry, phase "" first;
  /// their times add up to the time since the construction.
  const std::vector<PhaseSeconds>& stop();

  int rank() const override { return inner_.rank(); }
  int size() const override { return inner_.size(); }
  double now() const override { return inner_.now(); }
  Request isend(int to, Message message, int tag) override;
  Request irecv(int from, int tag) override;
  Request irecv_into(Message place, int from, int tag) override;
  Message wait(Request& request) override;
  std::size_t wait_any(std::span<Request> requests) override;
  void await_all(std::span<const Request> requests) override {
    runtime::await_all(inner_, requests);
  }
  bool keeps_order() const override { return expected_ != nullptr; }
  void expect(int from, int tag) override;
  Mail take_first() override;
  bool post_from_all(int tag) override;
  void await_from_all() override { from_all_->await_from_all(); }
  Message take_from(int from) override;
  bool compute() const override { return switches_ != nullptr; }
  int parent() const override { return switches_->parent(); }
  std::span<const int> children() const override { return switches_->children(); }
  void run_at_switches(Program program) override { switches_->run_at_switches(std::move(program)); }
  void charge(Work work) override { inner_.charge(work); }
  void enter_phase(std::string_view name) override;

 private:
  void add_time();
  bool traces() const { return trace_ != nullptr && trace_->complete(); }
  /// A trace has the messages between ranks: what switches do, it does not know.
  bool traces(int peer) const { return traces() && peer < size(); }
  MessageTrace::Rank& traced() { return trace_->of(inner_.rank()); }
  Request posted(Request request, int from, int tag);
  void received(std::uint32_t post, double bytes, double from_s);

  Comm& inner_;
  MessageTrace* trace_;
  ExpectedReceives* expected_;
  ReceivesFromAll* from_all_;
  Switches* switches_;
  double entered_s_;
  std::vector<PhaseSeconds> phases_{PhaseSeconds{}};
  std::size_t current_ = 0;
};

}  // namespace sparlab::runtime::decorators
