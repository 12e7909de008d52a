#pragma once

#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

#include "runtime/comm.hpp"

namespace sparlab::algos::omnireduce_parts {

/// Expected messages, which may arrive in any order. Messages of one sender arrive in the order of
/// sending, so only the first expected message of each sender is watched.
class Inbox {
 public:
  struct Mail {
    int from;
    runtime::Message message;
  };

  explicit Inbox(runtime::Comm& comm)
      : comm_(comm),
        watched_(static_cast<std::size_t>(comm.size())),
        behind_(static_cast<std::size_t>(comm.size())) {}

  /// Expects one more message from this rank.
  void expect(int from) {
    const auto sender = static_cast<std::size_t>(from);
    runtime::Request request = comm_.irecv(from);
    if (watched_[sender].pending()) {
      behind_[sender].push_back(std::move(request));
    } else {
      watched_[sender] = std::move(request);
    }
    ++expected_;
  }

  bool is_empty() const { return expected_ == 0; }

  /// Waits for one of the expected messages.
  Mail take() {
    const std::size_t sender = comm_.wait_any(watched_);
    Mail mail{static_cast<int>(sender), comm_.wait(watched_[sender])};
    if (!behind_[sender].empty()) {
      watched_[sender] = std::move(behind_[sender].front());
      behind_[sender].pop_front();
    }
    --expected_;
    return mail;
  }

 private:
  runtime::Comm& comm_;
  std::size_t expected_ = 0;
  // Indexed by sender.
  std::vector<runtime::Request> watched_;  ///< the first that has not arrived
  std::deque<std::deque<runtime::Request>> behind_;
};

}  // namespace sparlab::algos::omnireduce_parts
