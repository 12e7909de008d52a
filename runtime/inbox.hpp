#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <vector>

#include "runtime/comm.hpp"

namespace sparlab::runtime {

/// A received message and its sender.
struct Mail {
  int from;
  Message message;
};

/// An additional interface of Comms that find the first of many expected messages without looking
/// at all of them.
class ExpectedReceives {
 public:
  virtual ~ExpectedReceives() = default;

  /// False for a decorator in front of a Comm without this interface.
  virtual bool keeps_order() const { return true; }
  /// Starts a receive that `take_first` completes.
  virtual void expect(int from, int tag) = 0;
  /// Blocks until one of the expected messages has arrived, and returns it: the one that wait_any
  /// would choose if it had the receives by sender.
  virtual Mail take_first() = 0;
};

/// The interface of `comm`, or null.
inline ExpectedReceives* expected_receives(Comm& comm) {
  auto* const receives = dynamic_cast<ExpectedReceives*>(&comm);
  return receives != nullptr && receives->keeps_order() ? receives : nullptr;
}

/// Messages that a rank expects and that may arrive in any order. A rank has one Inbox at a time.
///
/// Cost    O(log messages) for each message on engine `loggp`, O(senders) on others.
class Inbox {
 public:
  explicit Inbox(Comm& comm);

  /// Expects one more message from this rank.
  void expect(int from);

  bool is_empty() const { return expected_ == 0; }

  /// Waits for one of the expected messages.
  Mail take();

 private:
  Comm& comm_;
  ExpectedReceives* receives_;
  std::size_t expected_ = 0;
  // Without that interface: messages of one sender arrive in the order of sending, so only the
  // first expected message of each sender is watched.
  std::vector<Request> watched_;  ///< by sender
  std::map<std::size_t, std::deque<Request>> behind_;
};

}  // namespace sparlab::runtime
