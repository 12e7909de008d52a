#include <algorithm>
#include <bit>
#include <vector>

#include "model/costs/step_costs.hpp"

namespace sparlab::model {

namespace {

constexpr double kNumberBytes = 8;

void add_rounds(Cost& cost, std::uint64_t ranks, Stage stage) {
  cost.total_messages += stage.messages * static_cast<double>(ranks);
  cost.total_bytes += stage.messages * stage.bytes_per_message * static_cast<double>(ranks);
  cost.critical_path.push_back(std::move(stage));
}

}  // namespace

void add_agreement(Cost& cost, std::uint64_t ranks, std::uint64_t numbers) {
  if (ranks <= 1) return;
  add_rounds(cost, ranks,
             {.name = "agree",
              .messages = static_cast<double>(std::bit_width(ranks - 1)),
              .bytes_per_message = kNumberBytes * static_cast<double>(numbers)});
}

void add_count_gather(Cost& cost, std::uint64_t ranks) {
  for (std::uint64_t distance = 1; distance < ranks; distance *= 2) {
    const std::uint64_t sent = std::min(distance, ranks - distance);
    add_rounds(cost, ranks,
               {.name = "gather_counts",
                .messages = 1,
                .bytes_per_message = kNumberBytes * static_cast<double>(sent)});
  }
}

namespace {

std::vector<ReducedPart> parts_of(const Problem& problem, const Held& held) {
  const StreamRules rules(problem);
  const Ranks all{0, problem.ranks};
  const double whole = rules.distinct(all, problem.whole());
  std::vector<ReducedPart> parts;
  for (const RepresentativePart& part : representative_parts(problem)) {
    const double share = whole > 0 ? rules.distinct(all, part.range) / whole : 0;
    parts.push_back({part, {held.entries * share}});
  }
  return parts;
}

/// Prefix sums of the P parts' sizes, as messages and in memory.
struct PartSums {
  std::vector<Packing> messages{{}};
  std::vector<double> payload_bytes{0};

  PartSums(const Problem& problem, const std::vector<ReducedPart>& parts) {
    const StreamRules rules(problem);
    for (const ReducedPart& part : parts) {
      const Packing one = rules.packing(part.held, part.at.range);
      const double payload = rules.payload_bytes(part.held, part.at.range);
      for (double i = 0; i < part.at.multiplicity; ++i) {
        const Packing& before = messages.back();
        messages.push_back({.bytes = before.bytes + one.bytes,
                            .pack_copies = before.pack_copies + one.pack_copies,
                            .unpack_copies = before.unpack_copies + one.unpack_copies});
        payload_bytes.push_back(payload_bytes.back() + payload);
      }
    }
  }
};

/// The groups of ranks, each with a root.
std::vector<Range> root_groups(const Problem& problem) {
  std::vector<Range> groups;
  for (std::uint64_t number = 0; number < problem.roots; ++number)
    groups.push_back(root_group(number, problem.ranks, problem.roots));
  return groups;
}

/// The round in which every rank that holds parts sends the upper half of the parts of its subtree
/// of its root's group: `distance` parts or fewer.
Stage scatter_round(Cost& cost, const std::vector<Packing>& sums, const std::vector<Range>& groups,
                    std::uint64_t distance) {
  const bool alike = groups.front().size() == groups.back().size();
  const Partners partners{.kind = alike ? Partners::Kind::tree : Partners::Kind::unknown,
                          .ranks = groups.back().hi,
                          .distance = distance,
                          .group = groups.size() > 1 ? groups.front().size() : 0};
  Stage slowest{.name = "broadcast",
                .messages = 1,
                .bytes_per_message = -1,
                .pattern = Pattern::tree,
                .partners = partners};
  for (const Range& group : groups) {
    for (std::uint64_t to = group.lo + distance; to < group.hi; to += 2 * distance) {
      const Packing& first = sums[to];
      const Packing& last = sums[std::min(to + distance, group.hi)];
      const double bytes = last.bytes - first.bytes;
      cost.count(1, bytes);
      if (bytes <= slowest.bytes_per_message) continue;
      slowest.bytes_per_message = bytes;
      slowest.work.copied_bytes =
          last.pack_copies - first.pack_copies + last.unpack_copies - first.unpack_copies;
      if (std::min(distance, group.hi - to) > 1) slowest.work.copied_bytes += bytes;  // one message
    }
  }
  return slowest;
}

}  // namespace

void add_binomial_broadcast(Cost& cost, const Problem& problem, const Held& held) {
  if (problem.ranks == 1) return;
  const Packing message = StreamRules(problem).packing(held, problem.whole());
  const auto peers = static_cast<double>(problem.ranks - 1);
  cost.count(peers, message.bytes);
  cost.critical_path.push_back(
      {.name = "broadcast",
       .messages = static_cast<double>(std::bit_width(problem.ranks - 1)),
       .bytes_per_message = message.bytes,
       .work = {.copied_bytes = message.copies()},
       .pattern = Pattern::tree,
       .partners = {.kind = Partners::Kind::trees, .ranks = problem.ranks}});
}

namespace {

void add_broadcast_of_parts(Cost& cost, const Problem& problem,
                            const std::vector<ReducedPart>& parts) {
  const PartSums sums(problem, parts);
  const std::vector<Range> groups = root_groups(problem);
  double split_bytes = 0;
  for (const Range& group : groups)
    split_bytes =
        std::max(split_bytes, sums.payload_bytes[group.hi] - sums.payload_bytes[group.lo]);
  cost.critical_path.push_back(local_stage("split", {.copied_bytes = split_bytes}));
  for (std::uint64_t distance = std::bit_ceil(groups.front().size()) / 2; distance > 0;
       distance /= 2)
    cost.critical_path.push_back(scatter_round(cost, sums.messages, groups, distance));
  add_parts_allgather(cost, problem, parts);
}

}  // namespace

void add_broadcast_in_parts(Cost& cost, const Problem& problem, const Held& held) {
  if (problem.ranks > 1) add_broadcast_of_parts(cost, problem, parts_of(problem, held));
}

void add_whole_broadcast(Cost& cost, const Problem& problem) {
  add_binomial_broadcast(cost, problem,
                         StreamRules(problem).united(problem.united(), problem.whole()));
}

void add_whole_broadcast_in_parts(Cost& cost, const Problem& problem, bool dense) {
  if (problem.ranks == 1) return;
  std::vector<ReducedPart> parts = united_parts(problem);
  if (dense)
    for (ReducedPart& part : parts) part.held = {static_cast<double>(part.at.range.size()), true};
  add_broadcast_of_parts(cost, problem, parts);
}

}  // namespace sparlab::model
