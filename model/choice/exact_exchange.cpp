#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "model/choice/choice.hpp"
#include "model/choice/early_exchange.hpp"
#include "model/costs/hierarchical.hpp"

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

/// Ranks whose inputs become known together: every rank, or the ranks of every node, whose leader
/// takes part in the exchange.
struct Participants {
  std::uint64_t count = 1;
  std::uint64_t node = 1;  ///< ranks of each; the last one may have fewer
};

/// The problem of the participants, for decisions on their machine.
class ParticipantTerms {
 public:
  ParticipantTerms(const Problem& problem, const Participants& participants) : terms_(problem) {
    terms_.ranks = participants.count;
    if (participants.node == 1) return;
    apart_ = machine_of_leaders(*problem.machine);
    terms_.machine = &apart_;
  }
  ParticipantTerms(const ParticipantTerms&) = delete;
  ParticipantTerms& operator=(const ParticipantTerms&) = delete;

  const Problem& get() const { return terms_; }

 private:
  Problem terms_;
  Machine apart_;
};

class EarlyExchange {
 public:
  EarlyExchange(const Problem& problem, std::uint64_t node)
      : problem_(problem),
        participants_{(problem.ranks - 1) / node + 1, node},
        terms_(problem, participants_),
        rules_(problem) {}

  /// Whether all ranks have the sum of all inputs at the end; otherwise they know summaries,
  /// `contributions()`.
  bool gathers_all(const std::vector<bool>& starts_with_data) {
    for (std::uint64_t rank = 0; rank < problem_.ranks; ++rank) {
      known_.push_back({starts_with_data[static_cast<std::size_t>(rank)],
                        {{{rank, 1}, rules_.input(rank, problem_.whole())}}});
    }
    reduce_in_nodes();
    const std::size_t before = cost_.critical_path.size();
    if (std::has_single_bit(participants_.count))
      double_groups();
    else
      extend_intervals();
    place_on_leaders(cost_, before, participants_.node);
    const bool complete = known_.front().complete;
    const Held result = complete ? add_reduction(known_.front().streams) : Held{};
    broadcast_in_nodes(complete, result);
    return complete;
  }

  std::vector<Contribution> contributions() const {
    std::vector<Contribution> all;
    for (const Gathered& from : known_.front().streams)
      all.push_back({from.ranks, from.held.dense});
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
      sent.copies += packing.copies();
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

  /// The first rank of each node gets what its node knows, along a binomial tree.
  void reduce_in_nodes() {
    const std::uint64_t node = participants_.node;
    if (node == 1) return;
    Problem sparse = problem_;
    sparse.dense_switch = false;
    const StreamRules inside(sparse);
    for (std::uint64_t distance = 1; distance < node; distance *= 2) {
      Stage slowest = tree_stage("reduce", distance);
      for (std::uint64_t rank = 0; rank + distance < problem_.ranks; ++rank) {
        const std::uint64_t member = rank % node;
        if (member % (2 * distance) != 0 || member + distance >= node) continue;
        Known& own = known_[static_cast<std::size_t>(rank)];
        const Known& other = known_[static_cast<std::size_t>(rank + distance)];
        const Sent message = sent(other);
        LocalWork work{.copied_bytes = message.copies};
        own = joined(own, other);
        if (own.complete) merge_pair(own, inside, work);
        cost_.count(1, message.bytes);
        slowest.raise(message.bytes, work);
      }
      cost_.critical_path.push_back(slowest);
    }
    for (std::uint64_t leader = 1; leader < participants_.count; ++leader) {
      known_[static_cast<std::size_t>(leader)] =
          std::move(known_[static_cast<std::size_t>(leader * node)]);
    }
    known_.resize(static_cast<std::size_t>(participants_.count));
  }

  void merge_pair(Known& own, const StreamRules& inside, LocalWork& work) const {
    const Gathered& left = own.streams[0];
    const Gathered& right = own.streams[1];
    const Ranks ranks{left.ranks.first, left.ranks.count + right.ranks.count};
    const Held held = inside.merge(left.held, right.held, ranks, problem_.whole(), work);
    own.streams = {{ranks, held}};
  }

  Stage tree_stage(std::string name, std::uint64_t distance) const {
    return {.name = std::move(name),
            .messages = 1,
            .bytes_per_message = -1,
            .pattern = Pattern::tree,
            .partners = tree_in_nodes(problem_.ranks, distance, participants_.node)};
  }

  /// The leader of each node sends the sum, or the summary of all inputs, to its node.
  void broadcast_in_nodes(bool complete, const Held& result) {
    if (participants_.node == 1) return;
    const Sent message =
        complete ? sent({.complete = true, .streams = {{{0, problem_.ranks}, result}}}) : Sent{};
    add_node_broadcast(cost_, problem_.ranks, participants_.node, message);
  }

  /// A power of two of participants: groups with equal knowledge double, starting with pairs.
  void double_groups() {
    for (const Round& round : rounds_of(participants_.count)) {
      std::vector<Known> groups;
      Stage slowest = stage_of(round, participants_.count);
      for (std::size_t i = 0; i + 1 < known_.size(); i += 2) {
        const Sent left = sent(known_[i]);
        const Sent right = sent(known_[i + 1]);
        const Sent& larger = left.bytes < right.bytes ? right : left;
        LocalWork work{.copied_bytes = larger.copies};
        groups.push_back(joined(known_[i], known_[i + 1]));
        const std::uint64_t remaining = participants_.count / (2 * round.distance);
        if (merges(groups.back(), remaining)) merge(groups.back(), work);
        cost_.count(static_cast<double>(round.distance), left.bytes);
        cost_.count(static_cast<double>(round.distance), right.bytes);
        slowest.raise(larger.bytes, work);
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
                        terms_.get());
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

  /// Other numbers: each participant knows the inputs of an interval of those before it, which
  /// grows to all others.
  void extend_intervals() {
    const std::vector<Known> own = known_;
    const std::size_t participants = own.size();
    std::vector<Known> others(participants);
    for (const Round& round : rounds_of(participants_.count)) {
      Stage slowest = stage_of(round, participants_.count);
      std::vector<Known> grown(participants);
      for (std::size_t at = 0; at < participants; ++at) {
        const std::size_t from = (at + participants - round.distance) % participants;
        const Known received = round.with_own ? joined(others[from], own[from]) : others[from];
        grown[at] = joined(received, others[at]);
        const Sent message = sent(received);
        cost_.count(1, message.bytes);
        slowest.raise(message.bytes, {.copied_bytes = message.copies});
      }
      others = std::move(grown);
      cost_.critical_path.push_back(slowest);
    }
    known_ = {joined(others.front(), own.front())};
  }

  Held add_reduction(const std::vector<Gathered>& streams) {
    Stage reduce{.name = "reduce"};
    std::vector<Held> held;
    for (const Gathered& stream : streams) held.push_back(stream.held);
    const Ranks all{0, problem_.ranks};
    const Held result = merged(rules_, held, all, problem_.whole(), reduce.work);
    cost_.critical_path.push_back(reduce);
    cost_.dense_result = result.dense;
    return result;
  }

  const Problem& problem_;
  Participants participants_;
  ParticipantTerms terms_;
  StreamRules rules_;
  std::vector<Known> known_;  ///< of every rank, then of every group of participants
  Cost cost_;
};

}  // namespace

ExchangeOutcome exact_exchange(const Problem& problem, std::uint64_t node,
                               const std::vector<bool>& starts_with_data) {
  EarlyExchange exchange(problem, node);
  const bool gathered = exchange.gathers_all(starts_with_data);
  return {gathered, exchange.contributions(), std::move(exchange).take_cost()};
}

}  // namespace sparlab::model
