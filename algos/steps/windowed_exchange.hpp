#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "runtime/comm.hpp"

namespace sparlab::algos {

/// The order in which messages to all other ranks are sent.
struct ExchangeOrder {
  std::uint64_t window = 4;  ///< messages posted together; at least 1
  bool rotation = true;      ///< rank r sends to r+1, r+2, ...; otherwise all to 0, 1, ...
};

namespace detail {

/// Shared by both orders: receives by step, sends by rank.
template <class MessageTo>
class PairwiseMessages {
 public:
  PairwiseMessages(runtime::Comm& comm, MessageTo& message_to)
      : comm_(comm), message_to_(message_to) {
    sends_.reserve(static_cast<std::size_t>(comm.size()));
  }

  /// Receives from rank r - `step` (modulo P), where r is this rank.
  runtime::Request receive_at(int step) {
    return comm_.irecv((comm_.rank() + comm_.size() - step) % comm_.size());
  }
  void send_to(int rank) { sends_.push_back(comm_.isend(rank, message_to_(rank))); }
  /// Waits for all sends posted so far.
  void finish() {
    for (runtime::Request& send : sends_) comm_.wait(send);
    sends_.clear();
  }

 private:
  runtime::Comm& comm_;
  MessageTo& message_to_;
  std::vector<runtime::Request> sends_;
};

template <class Pairs, class Reduce>
void exchange_rotated(runtime::Comm& comm, Pairs& pairs, int window, Reduce& reduce) {
  const int ranks = comm.size();
  const auto post = [&](int first) {
    std::vector<runtime::Request> receives;
    receives.reserve(static_cast<std::size_t>(window));
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

template <class Pairs, class Reduce>
void exchange_by_rank(runtime::Comm& comm, Pairs& pairs, int window, Reduce& reduce) {
  const int ranks = comm.size();
  // Posts all receives before the first send: a rank that waits for the sends of its window must
  // not block the sends of others.
  std::vector<runtime::Request> receives;
  for (int step = 1; step < ranks; ++step) receives.push_back(pairs.receive_at(step));
  for (int first = 0; first < ranks; first += window) {
    const int end = std::min(first + window, ranks);
    for (int to = first; to < end; ++to)
      if (to != comm.rank()) pairs.send_to(to);
    pairs.finish();
  }
  reduce(wait_all(comm, receives));
}

}  // namespace detail

/// Sends `message_to(i)` to every other rank i, asked for once, when it is sent, and passes the
/// received messages to `reduce`, in windows: the reduction of one window overlaps with the
/// communication of the next.
///
/// `reduce(std::vector<Message>)` gets the messages of ranks r-1, r-2, ... (modulo P) in this
/// order, for any order of sending. With rotation it is called for each window. Without rotation it
/// is called once, at the end, and the sends of a window complete before those of the next one are
/// posted.
///
/// Cost    P-1 messages. Without rotation, all of them queue at one receiver at a time.
/// Source  Li and Hoefler, PPoPP'22, section 3.1.1: destination rotation, bucketing, overlap.
template <class MessageTo, class Reduce>
void exchange_in_windows(runtime::Comm& comm, MessageTo message_to, const ExchangeOrder& order,
                         Reduce reduce) {
  const int ranks = comm.size();
  if (ranks == 1) return;
  const int window =
      static_cast<int>(std::min<std::uint64_t>(order.window, static_cast<std::uint64_t>(ranks)));
  detail::PairwiseMessages pairs(comm, message_to);
  if (order.rotation)
    detail::exchange_rotated(comm, pairs, window, reduce);
  else
    detail::exchange_by_rank(comm, pairs, window, reduce);
  pairs.finish();
}

}  // namespace sparlab::algos
