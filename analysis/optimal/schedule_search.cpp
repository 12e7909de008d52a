#include "analysis/optimal/schedule_search.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <map>
#include <utility>
#include <vector>

namespace sparlab::analysis::optimal {
namespace {

/// What one rank holds of one part: sums over disjoint sets of inputs. It may send one of them, or
/// several as their sum.
class Holding {
 public:
  RankSet learned() const;
  /// All that it can send.
  std::vector<RankSet> sums() const;
  /// Whether a sum brings news, and can be used: what it shares with sums that are held is all of
  /// them, which it then replaces.
  bool can_use(RankSet sum) const;
  void receive(RankSet sum);
  /// With all ranks plus `shift`.
  Holding renamed(const Group& group, std::size_t shift) const;

  friend auto operator<=>(const Holding&, const Holding&) = default;

 private:
  std::array<RankSet, kMostRanks> sum_of_{};  ///< by input, the sum that contains it; 0: none
};

RankSet Holding::learned() const {
  RankSet all = 0;
  for (const RankSet sum : sum_of_) all |= sum;
  return all;
}

std::vector<RankSet> Holding::sums() const {
  std::vector<RankSet> sums;
  for (std::size_t rank = 0; rank < kMostRanks; ++rank) {
    const RankSet held = sum_of_[rank];
    if (!contains(held, rank) || (held & (only(rank) - 1U)) != 0) continue;  // at its first input
    const std::size_t before = sums.size();
    sums.push_back(held);
    for (std::size_t i = 0; i < before; ++i) sums.push_back(joined(sums[i], held));
  }
  return sums;
}

bool Holding::can_use(RankSet sum) const {
  bool has_news = false;
  for (std::size_t rank = 0; rank < kMostRanks; ++rank) {
    if (!contains(sum, rank)) continue;
    if (without(sum_of_[rank], sum) != 0) return false;
    has_news = has_news || sum_of_[rank] == 0;
  }
  return has_news;
}

void Holding::receive(RankSet sum) {
  for (std::size_t rank = 0; rank < kMostRanks; ++rank)
    if (contains(sum, rank)) sum_of_[rank] = sum;
}

Holding Holding::renamed(const Group& group, std::size_t shift) const {
  Holding result;
  for (std::size_t rank = 0; rank < group.size(); ++rank)
    result.sum_of_[group.sum(rank, shift)] = group.moved(sum_of_[rank], shift);
  return result;
}

/// By rank.
using Holdings = std::array<Holding, kMostRanks>;

/// Ranks in the middle of a round.
struct State {
  Holdings before{};  ///< of the round
  Holdings now{};
  Learned learned{};  ///< now
  double received = 0;
  double rank = 0;  ///< among states, of which those of low rank are kept
  std::size_t shift = 0;
  std::size_t last = 0;  ///< message; 0: none
};

/// A message of part 0, and the one before it in the same schedule.
struct Message {
  std::size_t previous = 0;
  std::size_t round = 0;
  std::size_t shift = 0;
  Schedule::Sent sent = {};
};

class Search {
 public:
  Search(const Group& group, const SumBytes& sizes, const LearningBound& bound,
         const SearchOptions& options)
      : group_(group), sizes_(sizes), bound_(bound), options_(options) {}

  FoundSchedule run() {
    std::vector<State> states(1);
    states.front().learned = own_inputs(group_.size());
    for (std::size_t rank = 0; rank < group_.size(); ++rank)
      states.front().now[rank].receive(only(rank));
    for (std::size_t round = 0; round < options_.rounds; ++round) {
      states = with_shifts(states);
      for (std::size_t from = 0; from < group_.size(); ++from) states = send(states, round, from);
      states = without_equals(states);
    }
    const auto best = std::ranges::min_element(states, {}, &State::received);
    if (best == states.end()) return {std::nullopt, !left_out_};
    return {schedule_to(*best), !left_out_};
  }

 private:
  std::vector<State> with_shifts(const std::vector<State>& states) const {
    std::vector<State> result;
    for (const State& state : states)
      for (std::size_t shift = 1; shift < group_.size(); ++shift) {
        result.push_back(state);
        result.back().before = state.now;
        result.back().shift = shift;
      }
    return result;
  }

  std::vector<State> send(const std::vector<State>& states, std::size_t round, std::size_t from) {
    std::vector<State> result;
    for (const State& state : states) {
      if (State silent = state; is_open(silent, round, from)) result.push_back(silent);
      const std::size_t to = group_.sum(from, state.shift);
      for (const RankSet sum : state.before[from].sums()) {
        if (!state.before[to].can_use(sum)) continue;
        State next = state;
        next.received += sizes_[count(sum)];
        next.learned[to] |= sum;
        if (!is_open(next, round, from)) continue;
        next.now[to].receive(sum);
        next.last = messages_.size();
        messages_.push_back({state.last, round, state.shift, {from, sum}});
        result.push_back(next);
      }
    }
    keep_best(result);
    return result;
  }

  /// Whether a better schedule than those known can follow, once rank `from` has sent.
  bool is_open(State& state, std::size_t round, std::size_t from) const {
    const std::size_t rounds = options_.rounds - round;
    // Two bounds: whoever has not received yet does so for nothing; or all may receive once more.
    Learned generous = state.learned;
    for (std::size_t sender = from + 1; sender < group_.size(); ++sender)
      generous[group_.sum(sender, state.shift)] |= state.before[sender].learned();
    double to_go = bound_.to_go(generous, rounds - 1);
    if (from + 1 < group_.size()) to_go = std::max(to_go, bound_.to_go(state.learned, rounds));
    std::size_t missing = group_.size() * group_.size();
    for (const RankSet learned : state.learned) missing -= count(learned);
    const double bytes = state.received + to_go;
    state.rank = bytes + options_.input_weight * sizes_[1] * static_cast<double>(missing);
    return bytes < options_.below;
  }

  /// At the end of a round, the best of states that are equal but for the names of ranks.
  std::vector<State> without_equals(const std::vector<State>& states) const {
    std::map<Holdings, std::size_t> known;
    std::vector<State> result;
    for (const State& state : states) {
      if (state.now == state.before) continue;
      const auto [at, fresh] = known.try_emplace(least_name(state.now), result.size());
      if (fresh)
        result.push_back(state);
      else if (state.received < result[at->second].received)
        result[at->second] = state;
    }
    return result;
  }

  Holdings least_name(const Holdings& holdings) const {
    Holdings least = holdings;
    for (std::size_t shift = 1; shift < group_.size(); ++shift) {
      Holdings renamed;
      for (std::size_t rank = 0; rank < group_.size(); ++rank)
        renamed[group_.sum(rank, shift)] = holdings[rank].renamed(group_, shift);
      least = std::min(least, renamed);
    }
    return least;
  }

  void keep_best(std::vector<State>& states) {
    if (states.size() <= options_.width) return;
    left_out_ = true;
    const auto end = states.begin() + static_cast<std::ptrdiff_t>(options_.width);
    std::ranges::nth_element(states, end, {}, &State::rank);
    states.erase(end, states.end());
  }

  Schedule schedule_to(const State& state) const {
    Schedule schedule{group_, std::vector<Schedule::Round>(options_.rounds)};
    for (std::size_t at = state.last; at != 0; at = messages_[at].previous) {
      Schedule::Round& round = schedule.rounds[messages_[at].round];
      round.shift = messages_[at].shift;
      round.sent.insert(round.sent.begin(), messages_[at].sent);
    }
    return schedule;
  }

  const Group& group_;
  const SumBytes& sizes_;
  const LearningBound& bound_;
  const SearchOptions& options_;
  std::vector<Message> messages_ = {{}};  ///< the first stands for none
  bool left_out_ = false;
};

}  // namespace

FoundSchedule find_schedule(const Group& group, const SumBytes& sizes, const LearningBound& bound,
                            const SearchOptions& options) {
  return Search(group, sizes, bound, options).run();
}

}  // namespace sparlab::analysis::optimal
