#include <algorithm>
#include <utility>
#include <vector>

#include "model/costs/algorithm_costs.hpp"
#include "model/costs/block_slots.hpp"
#include "model/costs/problem.hpp"
#include "model/costs/selection_cost.hpp"
#include "model/costs/step_costs.hpp"
#include "model/fill_in/live_blocks.hpp"

namespace sparlab::model {
namespace {

/// The messages and bytes that a rank moves while blocks stream.
struct BlockLoad {
  double messages = 0;
  double bytes = 0;
  void add(double more_messages, double more_bytes) {
    messages += more_messages;
    bytes += more_bytes;
  }
};

/// Sorts by the first rank. A few arcs, as a packet usually has, are sorted without branches, which
/// would be mispredicted.
void sort_arcs(std::vector<BlockHolders::Arc>& arcs) {
  using Arc = BlockHolders::Arc;
  if (arcs.size() > 8) {
    std::ranges::sort(arcs, {}, &Arc::first);
    return;
  }
  for (std::size_t end = arcs.size(); end > 1; --end) {
    for (std::size_t i = 1; i < end; ++i) {
      const Arc left = arcs[i - 1];
      const Arc right = arcs[i];
      const bool ordered = left.first <= right.first;
      arcs[i - 1] = {ordered ? left.first : right.first, ordered ? left.count : right.count};
      arcs[i] = {ordered ? right.first : left.first, ordered ? right.count : left.count};
    }
  }
}

/// Number of ranks covered by at least one of the arcs, which it sorts.
std::uint64_t covered(std::vector<BlockHolders::Arc>& arcs, std::uint64_t ranks) {
  if (arcs.size() == 1) return arcs.front().count;
  std::uint64_t seen = 0;  // ranks below it are counted, or not covered
  for (const BlockHolders::Arc& arc : arcs) {
    if (arc.count == ranks) return ranks;
    const std::uint64_t end = arc.first + arc.count;
    seen = std::max(seen, end - std::min(end, ranks));
  }
  sort_arcs(arcs);
  std::uint64_t count = seen;
  for (const BlockHolders::Arc& arc : arcs) {
    const std::uint64_t end = std::max(seen, std::min(arc.first + arc.count, ranks));
    count += end - std::max(seen, arc.first);
    seen = end;
  }
  return count;
}

/// Follows every slot round by round, like its aggregator.
class Streaming {
 public:
  Streaming(const Problem& problem, const OmnireduceParameters& parameters)
      : problem_(problem),
        slots_({0, problem.fill_in->universe()}, problem.ranks, parameters),
        holders_(*problem.fill_in, problem.ranks, parameters.block),
        ranks_(static_cast<std::size_t>(problem.ranks)),
        block_values_(static_cast<double>(parameters.block)),
        last_values_(static_cast<double>(
            slots_.range(slots_.blocks() == 0 ? BlockSlots::kNone : slots_.blocks() - 1).size())),
        up_sent_(ranks_),
        up_received_(ranks_),
        down_sent_(ranks_),
        down_received_(ranks_),
        spread_(ranks_),
        work_(ranks_) {}

  void add_to(Cost& cost) {
    for (std::uint64_t slot = 0; slot < slots_.slots(); ++slot) stream(slot);
    for (const BlockLoad& load : up_received_) add_total(cost, load);
    for (const BlockLoad& load : down_sent_) add_total(cost, load);
    cost.critical_path.push_back(stage());
  }

 private:
  /// The blocks of a slot that are summed in one round.
  using Round = std::vector<std::uint64_t>;

  double values(std::uint64_t number) const {
    return number + 1 < slots_.blocks() ? block_values_ : last_values_;
  }
  /// Bytes of a block in a packet, including the announcement of the next block.
  double packed_bytes(std::uint64_t number) const {
    return number + 1 < slots_.blocks() ? block_bytes_ : last_bytes_;
  }
  double packed(double values) const {
    return problem_.wire.dense_bytes(values) + problem_.wire.header_bytes;
  }

  void stream(std::uint64_t slot) {
    round_.clear();
    for (std::uint64_t lane = 0; lane < slots_.lanes(slot); ++lane)
      round_.push_back(slots_.first_block(slot, lane));
    first_round(slot, round_);
    std::uint64_t rounds = 1;
    for (advance(round_); !round_.empty(); advance(round_)) {
      later_round(slot, round_);
      ++rounds;
    }
    most_rounds_ = std::max(most_rounds_, rounds);
  }

  void advance(Round& round) const {
    for (std::uint64_t& number : round) {
      number = slots_.next_after(number,
                                 [this](std::uint64_t block) { return holders_.is_live(block); });
    }
    std::erase(round, BlockSlots::kNone);
  }

  /// Every rank sends all blocks.
  void first_round(std::uint64_t slot, const Round& round) {
    const auto ranks = static_cast<double>(problem_.ranks);
    double bytes = 0;
    for (const std::uint64_t number : round) {
      bytes += packed_bytes(number);
      count_sum(slot, number, ranks);
    }
    const auto own = static_cast<std::size_t>(slots_.aggregator(slot));
    all_up_.add(1, bytes);
    up_sent_[own].add(-1, -bytes);  // to itself
    up_received_[own].add(ranks - 1, (ranks - 1) * bytes);
    count_down(slot, bytes);
  }

  void later_round(std::uint64_t slot, const Round& round) {
    double bytes = 0;
    for (const std::uint64_t number : round) bytes += packed_bytes(number);
    if (holders_.is_pattern())
      patterned_round(slot, round);
    else
      exact_round(slot, round);
    count_down(slot, bytes);
  }

  /// Ranks are exchangeable; what they send is spread over all of them at the end.
  void patterned_round(std::uint64_t slot, const Round& round) {
    const std::uint64_t own = slots_.aggregator(slot);
    arcs_.clear();
    BlockLoad received;
    bool own_sends = false;
    for (const std::uint64_t number : round) {
      const BlockHolders::Arc arc = holders_.holders(number);
      arcs_.push_back(arc);
      const bool own_holds = holders_.is_in(arc, own);
      own_sends = own_sends || own_holds;
      const auto count = static_cast<double>(arc.count);
      received.bytes += (count - (own_holds ? 1 : 0)) * packed_bytes(number);
      count_sum(slot, number, count);
    }
    received.messages = static_cast<double>(covered(arcs_, problem_.ranks) - (own_sends ? 1 : 0));
    up_received_[static_cast<std::size_t>(own)].add(received.messages, received.bytes);
    spread_[static_cast<std::size_t>(own)].add(received.messages, received.bytes);
    all_spread_.add(received.messages, received.bytes);
  }

  void exact_round(std::uint64_t slot, const Round& round) {
    std::vector<double> holders(round.size(), 0.0);
    std::vector<RankSet> sets;
    if (holders_.is_placed())
      for (const std::uint64_t number : round) sets.push_back(holders_.holders_of(number));
    for (std::uint64_t rank = 0; rank < problem_.ranks; ++rank) {
      double bytes = 0;
      for (std::size_t i = 0; i < round.size(); ++i) {
        if (sets.empty() ? !holders_.holds(rank, round[i]) : (sets[i] >> rank & 1) == 0) continue;
        holders[i] += 1;
        bytes += packed_bytes(round[i]);
      }
      if (bytes > 0 && rank != slots_.aggregator(slot)) count_up(slot, rank, bytes);
    }
    for (std::size_t i = 0; i < round.size(); ++i) count_sum(slot, round[i], holders[i]);
  }

  void count_up(std::uint64_t slot, std::uint64_t rank, double bytes) {
    up_sent_[static_cast<std::size_t>(rank)].add(1, bytes);
    up_received_[static_cast<std::size_t>(slots_.aggregator(slot))].add(1, bytes);
  }

  void count_down(std::uint64_t slot, double bytes) {
    const auto own = static_cast<std::size_t>(slots_.aggregator(slot));
    const auto peers = static_cast<double>(problem_.ranks - 1);
    down_sent_[own].add(peers, peers * bytes);
    down_received_[own].add(-1, -bytes);  // all other ranks receive it
    down_.add(1, bytes);
    work_[own].copied_bytes += bytes;
  }

  void count_sum(std::uint64_t slot, std::uint64_t number, double contributions) {
    work_[static_cast<std::size_t>(slots_.aggregator(slot))].summed_elements +=
        (contributions - 1) * values(number);
    stored_bytes_ += values(number) * problem_.wire.value_bytes;
  }

  static void add_total(Cost& cost, const BlockLoad& load) {
    cost.total_messages += load.messages;
    cost.total_bytes += load.bytes;
  }

  /// What `rank` sends up, including its share of the rounds with exchangeable ranks.
  BlockLoad sent_up(std::size_t rank) const {
    const auto peers = static_cast<double>(problem_.ranks - 1);
    return {sent_alone(rank).messages + (all_spread_.messages - spread_[rank].messages) / peers,
            sent_alone(rank).bytes + (all_spread_.bytes - spread_[rank].bytes) / peers};
  }

  /// What `rank` sends up in rounds in which its blocks are known.
  BlockLoad sent_alone(std::size_t rank) const {
    return {all_up_.messages + up_sent_[rank].messages, all_up_.bytes + up_sent_[rank].bytes};
  }

  /// Until its first slot is complete, an aggregator can only send its own first blocks.
  BlockLoad idle(std::size_t rank) const {
    const auto peers = static_cast<double>(problem_.ranks - 1);
    const double waits = down_sent_[rank].messages > 0 ? peers - sent_alone(rank).messages : 0;
    const double messages = std::max(0.0, waits);
    return {messages, messages * down_.bytes / down_.messages};
  }

  /// The traffic of the busiest port, or the round trips of the longest stream's packets if these
  /// take longer. Local work is hidden, except for the sums of an aggregator with one slot, which
  /// has nothing to send while it works.
  Stage stage() const {
    if (slots_.slots() == 0) return {.name = "stream_blocks"};
    BlockLoad busiest;
    LocalWork work;
    for (std::size_t rank = 0; rank < ranks_; ++rank) {
      const BlockLoad up = sent_up(rank);
      const BlockLoad waiting = idle(rank);
      const BlockLoad& down = down_sent_[rank];
      busiest.messages =
          std::max({busiest.messages, waiting.messages + up.messages + down.messages,
                    up_received_[rank].messages + down_.messages + down_received_[rank].messages});
      busiest.bytes =
          std::max({busiest.bytes, waiting.bytes + up.bytes + down.bytes,
                    up_received_[rank].bytes + down_.bytes + down_received_[rank].bytes});
      LocalWork own = work_[rank];
      own.copied_bytes += 2 * up.bytes + stored_bytes_;
      if (work.summed_elements <= own.summed_elements) work = own;
    }
    Stage stage{.name = "stream_blocks",
                .messages = std::max(busiest.messages, 2 * static_cast<double>(most_rounds_)),
                .bytes_per_message = busiest.bytes / busiest.messages,
                .hidden = work,
                .pattern = Pattern::all_to_all,
                .partners = {.kind = Partners::Kind::all, .ranks = problem_.ranks}};
    if (slots_.slots() <= slots_.aggregators())
      std::swap(stage.work.summed_elements, stage.hidden.summed_elements);
    return stage;
  }

  const Problem& problem_;
  BlockSlots slots_;
  BlockHolders holders_;
  std::size_t ranks_;
  // Of each block but the last, and of the last:
  double block_values_;
  double last_values_;
  double block_bytes_ = packed(block_values_);
  double last_bytes_ = packed(last_values_);
  // By rank; a rank sends no messages to itself.
  std::vector<BlockLoad> up_sent_;  ///< besides all_up_
  std::vector<BlockLoad> up_received_;
  std::vector<BlockLoad> down_sent_;
  std::vector<BlockLoad> down_received_;  ///< relative to down_
  std::vector<BlockLoad> spread_;         ///< received from exchangeable ranks, by aggregator
  std::vector<LocalWork> work_;
  BlockLoad all_up_;  ///< what every rank sends up; all are whole numbers, and sums exact
  BlockLoad all_spread_;
  BlockLoad down_;  ///< all sums, counted once
  double stored_bytes_ = 0;
  std::uint64_t most_rounds_ = 0;
  // Scratch memory of a round.
  Round round_;
  std::vector<BlockHolders::Arc> arcs_;
};

}  // namespace

Cost parameter_server(const Problem& problem, const ParameterServerParameters& parameters) {
  Cost cost;
  const bool dense = parameters.mode == ServerMode::dense;
  if (dense) cost.critical_path.push_back(densification(problem));
  add_sharded_reduction(cost, problem,
                        {.shards = parameters.shards(problem.ranks), .dense = dense});
  return cost;
}

Cost parallax(const Problem& problem, const ParallaxParameters& parameters) {
  if (parameters.run_option == RunOption::mpi) return sparse_allgather(problem);
  Cost cost;
  add_sharded_reduction(
      cost, problem,
      {.shards = parameters.shard_count(problem.ranks),
       .ranks_per_machine = std::min(parameters.ranks_per_machine, problem.ranks)});
  return cost;
}

Cost omnireduce(const Problem& problem, const OmnireduceParameters& parameters) {
  Cost cost;
  Stage start = densification(problem);
  start.work.scattered_entries += largest_input(problem);  // marks the blocks that it holds
  cost.critical_path.push_back(start);
  if (problem.ranks > 1) Streaming(problem, parameters).add_to(cost);
  return cost;
}

}  // namespace sparlab::model
