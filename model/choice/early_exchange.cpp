#include "model/choice/early_exchange.hpp"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "model/choice/choice.hpp"

namespace sparlab::model {
namespace {

/// A stream that some ranks hold.
struct Gathered {
  Ranks ranks;
  Held held;
};

/// What a rank knows after some rounds: all inputs of an interval of ranks, or only their summary.
struct Known {
  bool complete = true;
  std::vector<Gathered> streams;  ///< those that were sent as data or summarised
};

/// A round of the exchange: each rank receives what the rank at `distance` knows, with that rank's
/// own input or without it.
struct Round {
  std::uint64_t distance = 1;  ///< also the number of inputs received
  bool with_own = true;
};

/// Recursive doubling if P is a power of two, otherwise Bar-Noy's scheme.
std::vector<Round> rounds_of(std::uint64_t ranks) {
  const bool doubles = std::has_single_bit(ranks);
  std::vector<Round> rounds;
  std::uint64_t others = 0;  // ranks whose inputs a rank knows
  for (int bit = static_cast<int>(std::bit_width(ranks - 1)) - 1; bit >= 0; --bit) {
    const bool with_own = doubles || ((ranks - 1) >> bit & 1) != 0;
    rounds.push_back({others + (with_own ? 1 : 0), with_own});
    others += rounds.back().distance;
  }
  return rounds;
}

/// The message of a rank in a round; its size is that of the slowest.
Stage stage_of(const Round& round, std::uint64_t ranks, double bytes = -1) {
  return {.name = "early_exchange",
          .messages = 1,
          .bytes_per_message = bytes,
          .work = {},
          .partners = partners_at(ranks, round.distance)};
}

/// Bytes and conversions of what a rank sends in one round.
struct Sent {
  double bytes = kSummaryBytes;
  double copies = 0;
};

/// Merges all streams of a group, which hold the inputs of `ranks`, into one.
Held merged(const StreamRules& rules, const std::vector<Held>& streams, Ranks ranks, Range whole,
            LocalWork& work) {
  LocalWork merging;
  rules.merge_all(streams, whole, merging);
  work += merging;
  // Any work other than merging means that the target was dense.
  const bool dense = merging.copied_bytes > 0 || std::ranges::any_of(streams, &Held::dense);
  return dense ? Held{static_cast<double>(whole.size()), true} : rules.united(ranks, whole);
}

class EarlyExchange {
 public:
  explicit EarlyExchange(const Problem& problem) : problem_(problem), rules_(problem) {}

  /// Whether all ranks know all inputs at the end; otherwise they know summaries,
  /// `contributions()`.
  bool gathers_all(const std::vector<bool>& starts_with_data) {
    for (std::uint64_t rank = 0; rank < problem_.ranks; ++rank) {
      known_.push_back({starts_with_data[static_cast<std::size_t>(rank)],
                        {{{rank, 1}, rules_.input(rank, problem_.whole())}}});
    }
    if (std::has_single_bit(problem_.ranks)) {
      double_groups();
    } else {
      extend_intervals();
    }
    if (known_.front().complete) add_reduction(known_.front().streams);
    return known_.front().complete;
  }

  std::vector<Contribution> contributions() const {
    std::vector<Contribution> all;
    for (const Gathered& from : known_.front().streams) {
      all.push_back({from.ranks, from.held.dense});
    }
    return all;
  }

  Cost take_cost() && { return std::move(cost_); }

 private:
  Sent sent(const Known& known) const {
    if (!known.complete) return {};
    Sent sent{.bytes = 0};
    for (const Gathered& stream : known.streams) {
      const Packing packing = rules_.packing(stream.held, problem_.whole());
      sent.bytes += packing.bytes;
      sent.copies += packing.pack_copies + packing.unpack_copies;
    }
    if (known.streams.size() > 1) sent.copies += sent.bytes;  // copied into one message
    return sent;
  }

  Known joined(const Known& left, const Known& right) const {
    Known known = left;
    known.complete = left.complete && right.complete;
    known.streams.insert(known.streams.end(), right.streams.begin(), right.streams.end());
    return known;
  }

  /// P a power of two: groups of ranks with equal knowledge double, starting with pairs.
  void double_groups() {
    for (const Round& round : rounds_of(problem_.ranks)) {
      std::vector<Known> groups;
      Stage slowest = stage_of(round, problem_.ranks);
      for (std::size_t i = 0; i + 1 < known_.size(); i += 2) {
        const Sent left = sent(known_[i]);
        const Sent right = sent(known_[i + 1]);
        const Sent& larger = left.bytes < right.bytes ? right : left;
        LocalWork work{.copied_bytes = larger.copies};
        groups.push_back(joined(known_[i], known_[i + 1]));
        const std::uint64_t remaining = problem_.ranks / (2 * round.distance);
        if (merges(groups.back(), remaining)) merge(groups.back(), work);
        count(round.distance, left.bytes);
        count(round.distance, right.bytes);
        raise(slowest, larger.bytes, work);
      }
      known_ = std::move(groups);
      cost_.critical_path.push_back(slowest);
    }
  }

  /// Whether a group, one of `groups`, merges all streams that it holds.
  bool merges(const Known& group, std::uint64_t groups) const {
    if (!group.complete || groups == 1) return false;
    std::vector<Contribution> contributions;
    double entries = 0;
    for (const Gathered& stream : group.streams) {
      contributions.push_back({stream.ranks, stream.held.dense});
      entries += stream.held.entries;
    }
    const auto streams = static_cast<double>(group.streams.size());
    return merging_pays({streams, entries, sampled_overlap(problem_, contributions)}, groups,
                        problem_);
  }

  void merge(Known& group, LocalWork& work) const {
    Ranks ranks{group.streams.front().ranks.first, 0};
    std::vector<Held> held;
    for (const Gathered& stream : group.streams) {
      ranks.count += stream.ranks.count;
      held.push_back(stream.held);
    }
    group.streams = {{ranks, merged(rules_, held, ranks, problem_.whole(), work)}};
  }

  /// Other P: each rank knows the inputs of an interval of ranks before it, which grows to P-1.
  void extend_intervals() {
    const std::vector<Known> own = known_;
    const auto ranks = static_cast<std::size_t>(problem_.ranks);
    std::vector<Known> others(ranks);
    for (const Round& round : rounds_of(problem_.ranks)) {
      Stage slowest = stage_of(round, problem_.ranks);
      std::vector<Known> grown(ranks);
      for (std::size_t rank = 0; rank < ranks; ++rank) {
        const std::size_t from = (rank + ranks - round.distance) % ranks;
        const Known received = round.with_own ? joined(others[from], own[from]) : others[from];
        grown[rank] = joined(received, others[rank]);
        const Sent message = sent(received);
        count(1, message.bytes);
        raise(slowest, message.bytes, {.copied_bytes = message.copies});
      }
      others = std::move(grown);
      cost_.critical_path.push_back(slowest);
    }
    known_ = {joined(others.front(), own.front())};
  }

  void count(std::uint64_t messages, double bytes) {
    cost_.total_messages += static_cast<double>(messages);
    cost_.total_bytes += static_cast<double>(messages) * bytes;
  }

  static void raise(Stage& slowest, double bytes, const LocalWork& work) {
    if (bytes <= slowest.bytes_per_message) return;
    slowest.bytes_per_message = bytes;
    slowest.work = work;
  }

  void add_reduction(const std::vector<Gathered>& streams) {
    Stage reduce{.name = "reduce", .messages = 0, .bytes_per_message = 0, .work = {}};
    std::vector<Held> held;
    for (const Gathered& stream : streams) held.push_back(stream.held);
    rules_.merge_all(held, problem_.whole(), reduce.work);
    cost_.critical_path.push_back(reduce);
  }

  const Problem& problem_;
  StreamRules rules_;
  std::vector<Known> known_;  ///< of every rank, then of every group of ranks
  Cost cost_;
};

/// The same for exchangeable ranks: one group of each size represents all.
Cost gather_of_exchangeable_ranks(const Problem& problem) {
  const StreamRules rules(problem);
  const Range whole = problem.whole();
  const auto ranks = static_cast<double>(problem.ranks);
  Held held = rules.input(0, whole);
  std::uint64_t gathered = 1;      // ranks whose inputs are known
  std::uint64_t merged_ranks = 1;  // ranks merged into one stream
  Cost cost;
  for (const Round& round : rounds_of(problem.ranks)) {
    const Packing packing = rules.packing(held, whole);
    const auto streams = static_cast<double>(round.distance / merged_ranks);
    Stage stage = stage_of(round, problem.ranks, streams * packing.bytes);
    stage.work.copied_bytes = streams * (packing.pack_copies + packing.unpack_copies);
    if (streams > 1) stage.work.copied_bytes += stage.bytes_per_message;
    gathered += round.distance;
    const std::vector<Held> known(static_cast<std::size_t>(gathered / merged_ranks), held);
    const std::uint64_t groups = problem.ranks / gathered;
    if (std::has_single_bit(problem.ranks) && groups > 1 && held.entries > 0) {
      const auto held_streams = static_cast<double>(known.size());
      const double apart = held_streams * held.entries;
      const double united = held.dense ? problem.elements() : rules.distinct({0, gathered}, whole);
      if (merging_pays({held_streams, apart, 1 - united / apart}, groups, problem)) {
        merged_ranks = gathered;
        held = merged(rules, known, {0, gathered}, whole, stage.work);
      }
    }
    cost.total_messages += ranks;
    cost.total_bytes += ranks * stage.bytes_per_message;
    cost.critical_path.push_back(stage);
  }
  Stage reduce{.name = "reduce", .messages = 0, .bytes_per_message = 0, .work = {}};
  rules.merge_all(std::vector<Held>(static_cast<std::size_t>(problem.ranks / merged_ranks), held),
                  whole, reduce.work);
  cost.critical_path.push_back(reduce);
  return cost;
}

}  // namespace

void add_summary_exchange(Cost& cost, std::uint64_t ranks) {
  if (ranks <= 1) return;
  for (const Round& round : rounds_of(ranks)) {
    cost.critical_path.push_back(stage_of(round, ranks, kSummaryBytes));
    cost.total_messages += static_cast<double>(ranks);
    cost.total_bytes += static_cast<double>(ranks) * kSummaryBytes;
  }
}

ExchangeOutcome early_exchange(const Problem& problem, const std::vector<bool>& starts_with_data) {
  EarlyExchange exchange(problem);
  const bool gathered = exchange.gathers_all(starts_with_data);
  return {gathered, exchange.contributions(), std::move(exchange).take_cost()};
}

Cost early_gather(const Problem& problem) {
  if (problem.fill_in->symmetry() != Symmetry::none) return gather_of_exchangeable_ranks(problem);
  return early_exchange(problem, std::vector<bool>(static_cast<std::size_t>(problem.ranks), true))
      .cost;
}

}  // namespace sparlab::model
