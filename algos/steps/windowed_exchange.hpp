#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "runtime/comm.hpp"

namespace sparlab::algos {

/// In which order messages to all other ranks leave.
struct ExchangeOrder {
  std::uint64_t window = 4;  ///< messages posted together; at least 1
  bool rotation = true;      ///< rank r's s-th message goes to r+s, else all send to 0, 1, 2, ...
};

namespace detail {

/// What both orders share: receives by step, sends by rank.
class PairwiseMessages {
 public:
  PairwiseMessages(runtime::Comm& comm, std::vector<runtime::Message> messages)
      : comm_(comm), messages_(std::move(messages)) {}

  /// From the rank `step` before this one.
  runtime::Request receive_at(int step) {
    return comm_.irecv((comm_.rank() + comm_.size() - step) % comm_.size());
  }
  void send_to(int rank) {
    sends_.push_back(comm_.isend(rank, std::move(messages_[static_cast<std::size_t>(rank)])));
  }
  /// Waits for what has been sent so far.
  void finish() {
    wait_all(comm_, sends_);
    sends_.clear();
  }

 private:
  runtime::Comm& comm_;
  std::vector<runtime::Message> messages_;
  std::vector<runtime::Request> sends_;
};

template <class Reduce>
void exchange_rotated(runtime::Comm& comm, PairwiseMessages& pairs, int window, Reduce& reduce) {
  const int ranks = comm.size();
  const auto post = [&](int first) {
    std::vector<runtime::Request> receives;
    const int end = std::min(first + window, ranks);
    for (int step = first; step < end; ++step) receives.push_back(pairs.receive_at(step));
    for (int step = first; step < end; ++step) pairs.send_to((comm.rank() + step) % ranks);
    return receives;
  };
  auto receives = post(1);
  for (int step = 1; step < ranks; step += window) {
    auto received = wait_all(comm, receives);
    receives = post(std::min(step + window, ranks));
    reduce(std::move(received));
  }
}

template <class Reduce>
void exchange_by_rank(runtime::Comm& comm, PairwiseMessages& pairs, int window, Reduce& reduce) {
  const int ranks = comm.size();
  // All before the first send: a rank that waits for its window's sends keeps nobody from sending.
  std::vector<runtime::Request> receives;
  for (int step = 1; step < ranks; ++step) receives.push_back(pairs.receive_at(step));
  for (int first = 0; first < ranks; first += window) {
    const int end = std::min(first + window, ranks);
    for (int to = first; to < end; ++to) {
      if (to != comm.rank()) pairs.send_to(to);
    }
    pairs.finish();
  }
  reduce(wait_all(comm, receives));
}

}  // namespace detail

/// Sends `messages[i]` to every other rank i and gives what they sent here to `reduce`, in windows:
/// while one window is reduced, the next one travels.
///
/// `reduce(std::vector<Message>)` sees the messages of ranks r-1, r-2, ... (modulo P) in this
/// order, whatever the order of sending. With rotation it is called for each window; without, once,
/// at the end, and each window's sends have left before the next one's are posted.
///
/// Cost    P-1 messages. Without rotation, all queue at the receiver of the moment.
/// Source  Li and Hoefler, PPoPP'22, section 3.1.1: destination rotation, bucketing, overlap.
template <class Reduce>
void exchange_in_windows(runtime::Comm& comm, std::vector<runtime::Message> messages,
                         const ExchangeOrder& order, Reduce reduce) {
  const int ranks = comm.size();
  if (ranks == 1) return;
  const int window =
      static_cast<int>(std::min<std::uint64_t>(order.window, static_cast<std::uint64_t>(ranks)));
  detail::PairwiseMessages pairs(comm, std::move(messages));
  if (order.rotation) {
    detail::exchange_rotated(comm, pairs, window, reduce);
  } else {
    detail::exchange_by_rank(comm, pairs, window, reduce);
  }
  pairs.finish();
}

}  // namespace sparlab::algos
