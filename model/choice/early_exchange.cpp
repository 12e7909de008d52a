#include "model/choice/early_exchange.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "model/choice/choice.hpp"
#include "model/costs/hierarchical.hpp"

namespace sparlab::model {

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

Stage stage_of(const Round& round, std::uint64_t ranks, double bytes) {
  return {.name = "early_exchange",
          .messages = 1,
          .bytes_per_message = bytes,
          .partners = partners_at(ranks, round.distance)};
}

void add_node_broadcast(Cost& cost, std::uint64_t ranks, std::uint64_t node, const Sent& message) {
  const auto receivers = static_cast<double>(ranks - ((ranks - 1) / node + 1));
  cost.count(receivers, message.bytes);
  cost.critical_path.push_back(
      {.name = "broadcast",
       .messages = static_cast<double>(std::bit_width(node - 1)),
       .bytes_per_message = message.bytes,
       .work = {.copied_bytes = message.copies},
       .pattern = Pattern::tree,
       .partners = {.kind = Partners::Kind::trees, .ranks = ranks, .group = node}});
}

Held merged(const StreamRules& rules, const std::vector<Held>& streams, Ranks ranks, Range whole,
            LocalWork& work) {
  LocalWork merging;
  rules.merge_all(streams, whole, merging);
  work += merging;
  // Any work other than merging means that the target was dense.
  const bool dense = merging.copied_bytes > 0 || std::ranges::any_of(streams, &Held::dense);
  return dense ? Held{static_cast<double>(whole.size()), true} : rules.united(ranks, whole);
}

namespace {

/// The exchange of exchangeable ranks that all begin with data: one group of each size represents
/// all.
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
    stage.work.copied_bytes = streams * packing.copies();
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
    cost.count(ranks, stage.bytes_per_message);
    cost.critical_path.push_back(stage);
  }
  Stage reduce{.name = "reduce"};
  const std::vector<Held> last(static_cast<std::size_t>(problem.ranks / merged_ranks), held);
  cost.dense_result = merged(rules, last, {0, problem.ranks}, whole, reduce.work).dense;
  cost.critical_path.push_back(reduce);
  return cost;
}

/// Without nodes.
Cost gather_of_all(const Problem& problem) {
  if (problem.fill_in->symmetry() != Symmetry::none) return gather_of_exchangeable_ranks(problem);
  return exact_exchange(problem, 1,
                        std::vector<bool>(static_cast<std::size_t>(problem.ranks), true))
      .cost;
}

}  // namespace

std::uint64_t exchange_node(std::uint64_t ranks, const Machine* machine) {
  if (machine == nullptr || !machine->hosts.present()) return 1;
  const Placement& placement = machine->hosts.placement;
  const bool several_hosts = ranks > placement.ranks_per_host;
  return several_hosts && placement.kind == Placement::Kind::block ? placement.ranks_per_host : 1;
}

void add_summary_exchange(Cost& cost, const Problem& terms) {
  if (terms.ranks <= 1) return;
  const std::uint64_t node = exchange_node(terms.ranks, terms.machine);
  const std::uint64_t leaders = (terms.ranks - 1) / node + 1;
  for (std::uint64_t distance = 1; distance < node; distance *= 2) {
    cost.critical_path.push_back({.name = "reduce",
                                  .messages = 1,
                                  .bytes_per_message = kSummaryBytes,
                                  .pattern = Pattern::tree,
                                  .partners = tree_in_nodes(terms.ranks, distance, node)});
  }
  cost.count(static_cast<double>(terms.ranks - leaders), kSummaryBytes);
  const std::size_t before = cost.critical_path.size();
  for (const Round& round : rounds_of(leaders)) {
    cost.critical_path.push_back(stage_of(round, leaders, kSummaryBytes));
    cost.count(static_cast<double>(leaders), kSummaryBytes);
  }
  place_on_leaders(cost, before, node);
  if (node > 1) add_node_broadcast(cost, terms.ranks, node, {});
}

ExchangeOutcome early_exchange(const Problem& problem, const std::vector<bool>& starts_with_data) {
  return exact_exchange(problem, exchange_node(problem.ranks, problem.machine), starts_with_data);
}

Cost early_gather(const Problem& problem) {
  const std::uint64_t node = exchange_node(problem.ranks, problem.machine);
  return node == 1 ? gather_of_all(problem) : over_leaders(problem, node, gather_of_all);
}

}  // namespace sparlab::model
