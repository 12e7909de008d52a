#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/await_all.hpp"
#include "runtime/comm.hpp"
#include "runtime/inbox.hpp"
#include "runtime/receives_from_all.hpp"
#include "runtime/switches.hpp"

namespace sparlab::runtime::decorators {

/// The operations of one rank. Sends and receives are counted when they start, the bytes of a
/// receive when it is waited for.
struct Counts {
  std::uint64_t messages_sent = 0;
  double bytes_sent = 0;  ///< wire bytes
  std::uint64_t messages_received = 0;
  double bytes_received = 0;
  std::array<double, kWorkKinds> work{};  ///< units charged, indexed by WorkKind

  Counts& operator+=(const Counts& other);
  friend bool operator==(const Counts&, const Counts&) = default;
};

struct PhaseCounts {
  std::string name;
  Counts counts;
};

/// Counts the messages, bytes and work of a Comm, per phase and in total, so that tests can compare
/// them with the model.
///
/// Cost    a few additions per call; enter_phase is linear in the number of phases.
class CountingComm final : public Comm,
                           public PlacedReceives,
                           public ExpectedReceives,
                           public AwaitsTogether,
                           public ReceivesFromAll,
                           public Switches {
 public:
  /// `inner` must outlive this. Operations before the first enter_phase belong to phase "".
  explicit CountingComm(Comm& inner)
      : inner_(inner),
        expected_(expected_receives(inner)),
        from_all_(runtime::receives_from_all(inner)),
        switches_(switches_of(inner)) {}
  CountingComm(const CountingComm&) = delete;
  CountingComm& operator=(const CountingComm&) = delete;

  /// Phases in the order of their first entry, phase "" first; a phase that is entered again
  /// continues its counts.
  const std::deque<PhaseCounts>& phases() const { return phases_; }
  Counts total() const;

  int rank() const override { return inner_.rank(); }
  int size() const override { return inner_.size(); }
  double now() const override { return inner_.now(); }
  Request isend(int to, Message message, int tag) override;
  Request irecv(int from, int tag) override {
    ++current_->messages_received;
    return inner_.irecv(from, tag);
  }
  Request irecv_into(Message place, int from, int tag) override;
  Message wait(Request& request) override;
  std::size_t wait_any(std::span<Request> requests) override { return inner_.wait_any(requests); }
  void await_all(std::span<const Request> requests) override {
    runtime::await_all(inner_, requests);
  }
  bool keeps_order() const override { return expected_ != nullptr; }
  void expect(int from, int tag) override {
    ++current_->messages_received;
    expected_->expect(from, tag);
  }
  Mail take_first() override;
  bool post_from_all(int tag) override;
  void await_from_all() override { from_all_->await_from_all(); }
  Message take_from(int from) override;
  bool compute() const override { return switches_ != nullptr; }
  int parent() const override { return switches_->parent(); }
  std::span<const int> children() const override { return switches_->children(); }
  void run_at_switches(Program program) override { switches_->run_at_switches(std::move(program)); }
  void charge(Work work) override;
  void enter_phase(std::string_view name) override;

 private:
  Comm& inner_;
  ExpectedReceives* expected_;
  ReceivesFromAll* from_all_;
  Switches* switches_;
  std::deque<PhaseCounts> phases_{PhaseCounts{}};  ///< a deque, so that current_ stays valid
  Counts* current_ = &phases_.front().counts;
};

}  // namespace sparlab::runtime::decorators
