#include <algorithm>
#include <bit>
#include <cstddef>
#include <functional>
#include <queue>
#include <utility>

#include "model/costs/step_costs.hpp"

namespace sparlab::model {
namespace {

/// Plays the rounds in the order in which messages are sent.
class Rounds {
 public:
  Rounds(const Machine& machine, const std::vector<double>& part_bytes)
      : machine_(machine),
        ranks_(part_bytes.size()),
        doubling_(std::has_single_bit(ranks_)),
        sums_(2 * ranks_ + 1, 0.0),  // two rounds, for parts that wrap around
        states_(ranks_) {
    for (std::size_t i = 0; i < 2 * ranks_; ++i) sums_[i + 1] = sums_[i] + part_bytes[i % ranks_];
    while ((std::size_t{1} << rounds_) < ranks_) ++rounds_;
    delivered_s_.resize(ranks_ * rounds_, kNotYet);
  }

  double end_s(const std::vector<double>& ready_s) {
    for (std::size_t rank = 0; rank < ranks_; ++rank) begin_round(rank, ready_s[rank]);
    while (!sends_.empty()) {
      const auto [sent_s, rank] = sends_.top();
      sends_.pop();
      send(rank, sent_s);
    }
    return end_s_;
  }

 private:
  struct State {
    std::size_t round = 0;
    double sent_s = 0;
    bool has_sent = false;  ///< in this round
    double message_s = 0;   ///< of this round
    double port_free_s = 0;
  };
  static constexpr double kNotYet = -1;
  using Send = std::pair<double, std::size_t>;  ///< time, rank

  std::size_t sent_parts(std::size_t round) const {
    const std::size_t held = std::size_t{1} << round;
    return std::min(held, ranks_ - held);
  }
  std::size_t first_sent(std::size_t rank, std::size_t round) const {
    return doubling_ ? rank & ~((std::size_t{1} << round) - 1) : rank;
  }
  std::size_t receiver(std::size_t rank, std::size_t round) const {
    const std::size_t held = std::size_t{1} << round;
    return doubling_ ? rank ^ held : (rank + ranks_ - held) % ranks_;
  }
  std::size_t sender(std::size_t rank, std::size_t round) const {
    const std::size_t held = std::size_t{1} << round;
    return doubling_ ? rank ^ held : (rank + held) % ranks_;
  }
  double bytes(std::size_t rank, std::size_t round) const {
    const std::size_t first = first_sent(rank, round);
    return sums_[first + sent_parts(round)] - sums_[first];
  }
  /// A message that wraps around the last rank is copied by its sender and by its receiver.
  double copy_s(std::size_t rank, std::size_t round) const {
    const bool wraps = first_sent(rank, round) + sent_parts(round) > ranks_;
    return wraps ? machine_.gammas.seconds(KernelKind::copy, bytes(rank, round)) : 0;
  }

  double& delivered_s(std::size_t rank, std::size_t round) {
    return delivered_s_[rank * rounds_ + round];
  }

  void begin_round(std::size_t rank, double now_s) {
    State& state = states_[rank];
    if (state.round == rounds_) {
      end_s_ = std::max(end_s_, now_s);
      return;
    }
    sends_.emplace(now_s + copy_s(rank, state.round), rank);
  }

  void send(std::size_t rank, double sent_s) {
    State& state = states_[rank];
    state.sent_s = sent_s;
    state.has_sent = true;
    state.message_s = machine_.message_s(bytes(rank, state.round), Pattern::exchange);
    const std::size_t to = receiver(rank, state.round);
    State& other = states_[to];
    other.port_free_s = std::max(sent_s, other.port_free_s) + state.message_s;
    delivered_s(to, state.round) = other.port_free_s;
    if (other.round == state.round) end_round(to);
    end_round(rank);
  }

  /// Ends the round if the rank has sent its message and received one.
  void end_round(std::size_t rank) {
    State& state = states_[rank];
    const double delivered = delivered_s(rank, state.round);
    if (!state.has_sent || delivered == kNotYet) return;
    const double received_s =
        std::max(state.sent_s, delivered) + copy_s(sender(rank, state.round), state.round);
    const double port_s = state.sent_s + state.message_s;
    state.has_sent = false;
    ++state.round;
    begin_round(rank, std::max(received_s, port_s));
  }

  const Machine& machine_;
  std::size_t ranks_;
  bool doubling_;
  std::size_t rounds_ = 0;
  std::vector<double> sums_;
  std::vector<State> states_;
  std::vector<double> delivered_s_;  ///< by rank and round
  std::priority_queue<Send, std::vector<Send>, std::greater<>> sends_;
  double end_s_ = 0;
};

}  // namespace

double late_allgather_s(const Machine& machine, const std::vector<double>& part_bytes,
                        const std::vector<double>& ready_s) {
  return Rounds(machine, part_bytes).end_s(ready_s);
}

}  // namespace sparlab::model
