#pragma once

#include <cstddef>
#include <vector>

#include "runtime/await_all.hpp"
#include "runtime/comm.hpp"

namespace sparlab::runtime {

/// An additional interface of Comms that need less memory to receive one message from every other
/// rank than for as many requests. The receives are those of irecv, posted from rank r - 1, r - 2,
/// ... (modulo P), where r is this rank.
class ReceivesFromAll {
 public:
  virtual ~ReceivesFromAll() = default;

  /// Posts the receives. Returns false, and posts none, where only requests can receive them.
  virtual bool post_from_all(int tag) = 0;
  /// Blocks until all messages can be taken without blocking. The clock of a simulated rank stays.
  virtual void await_from_all() = 0;
  /// Completes the receive from one rank, as `wait` does.
  virtual Message take_from(int from) = 0;
};

/// The interface of `comm`, or null.
inline ReceivesFromAll* receives_from_all(Comm& comm) {
  return dynamic_cast<ReceivesFromAll*>(&comm);
}

/// Receives one message from every other rank. A rank has one such set at a time.
class MessagesFromAll {
 public:
  /// Posts the receives, from rank r - 1, r - 2, ... (modulo P), where r is this rank.
  MessagesFromAll(Comm& comm, int tag) : comm_(comm), receives_(receives_from_all(comm)) {
    if (receives_ != nullptr && receives_->post_from_all(tag)) return;
    receives_ = nullptr;
    requests_.reserve(static_cast<std::size_t>(comm.size()));
    for (int step = 1; step < comm.size(); ++step) requests_.push_back(comm.irecv(at(step), tag));
  }

  /// Waits until all are there; a hint on engines that do not simulate.
  void await() {
    if (receives_ != nullptr) return receives_->await_from_all();
    await_all(comm_, requests_);
  }

  /// The message of rank r - step (modulo P), once for each step from 1 to P - 1.
  Message take(int step) {
    if (receives_ != nullptr) return receives_->take_from(at(step));
    return comm_.wait(requests_[static_cast<std::size_t>(step - 1)]);
  }

 private:
  int at(int step) const { return (comm_.rank() - step + comm_.size()) % comm_.size(); }

  Comm& comm_;
  ReceivesFromAll* receives_;
  std::vector<Request> requests_;  ///< by step; empty with that interface
};

}  // namespace sparlab::runtime
