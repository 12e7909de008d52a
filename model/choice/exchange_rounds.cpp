#include "model/choice/exchange_rounds.hpp"

#include <algorithm>
#include <bit>

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
          .work = {},
          .partners = partners_at(ranks, round.distance)};
}

void add_node_broadcast(Cost& cost, std::uint64_t ranks, std::uint64_t node, const Sent& message) {
  const auto receivers = static_cast<double>(ranks - ((ranks - 1) / node + 1));
  cost.total_messages += receivers;
  cost.total_bytes += receivers * message.bytes;
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

}  // namespace sparlab::model
