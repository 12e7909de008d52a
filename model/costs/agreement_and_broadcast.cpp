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

/// Prefix sums of the P parts' sizes as messages.
std::vector<Packing> sums_of(const Problem& problem, const std::vector<ReducedPart>& parts) {
  const StreamRules rules(problem);
  std::vector<Packing> sums(1);
  for (const ReducedPart& part : parts) {
    const Packing one = rules.packing(part.held, part.at.range);
    for (double i = 0; i < part.at.multiplicity; ++i) {
      const Packing& before = sums.back();
      sums.push_back({.bytes = before.bytes + one.bytes,
                      .pack_copies = before.pack_copies + one.pack_copies,
                      .unpack_copies = before.unpack_copies + one.unpack_copies});
    }
  }
  return sums;
}

/// The round in which every rank that holds parts sends the upper half of the parts of its subtree:
/// `distance` parts or fewer.
Stage scatter_round(Cost& cost, const std::vector<Packing>& sums, std::uint64_t distance) {
  const std::uint64_t ranks = sums.size() - 1;
  const Partners partners{.kind = Partners::Kind::tree, .ranks = ranks, .distance = distance};
  Stage slowest{.name = "broadcast",
                .messages = 1,
                .bytes_per_message = -1,
                .pattern = Pattern::tree,
                .partners = partners};
  for (std::uint64_t to = distance; to < ranks; to += 2 * distance) {
    const Packing& first = sums[to];
    const Packing& last = sums[std::min(to + distance, ranks)];
    const double bytes = last.bytes - first.bytes;
    cost.count(1, bytes);
    if (bytes <= slowest.bytes_per_message) continue;
    slowest.bytes_per_message = bytes;
    slowest.work.copied_bytes =
        last.pack_copies - first.pack_copies + last.unpack_copies - first.unpack_copies;
    if (std::min(distance, ranks - to) > 1) slowest.work.copied_bytes += bytes;  // one message
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

void add_broadcast_of_parts(Cost& cost, const Problem& problem, const Held& held,
                            const std::vector<ReducedPart>& parts) {
  const std::vector<Packing> sums = sums_of(problem, parts);
  cost.critical_path.push_back(local_stage(
      "split", {.copied_bytes = StreamRules(problem).payload_bytes(held, problem.whole())}));
  for (std::uint64_t distance = std::bit_ceil(problem.ranks) / 2; distance > 0; distance /= 2)
    cost.critical_path.push_back(scatter_round(cost, sums, distance));
  add_parts_allgather(cost, problem, parts);
}

}  // namespace

void add_broadcast_in_parts(Cost& cost, const Problem& problem, const Held& held) {
  if (problem.ranks > 1) add_broadcast_of_parts(cost, problem, held, parts_of(problem, held));
}

void add_whole_broadcast(Cost& cost, const Problem& problem) {
  add_binomial_broadcast(cost, problem,
                         StreamRules(problem).united(problem.united(), problem.whole()));
}

void add_whole_broadcast_in_parts(Cost& cost, const Problem& problem, bool dense) {
  if (problem.ranks == 1) return;
  std::vector<ReducedPart> parts = united_parts(problem);
  Held whole = StreamRules(problem).united(problem.united(), problem.whole());
  if (dense) {
    whole = {problem.elements(), true};
    for (ReducedPart& part : parts) part.held = {static_cast<double>(part.at.range.size()), true};
  }
  add_broadcast_of_parts(cost, problem, whole, parts);
}

}  // namespace sparlab::model
