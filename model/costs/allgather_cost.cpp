#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include "model/costs/step_costs.hpp"

namespace sparlab::model {
namespace {

/// A round in which the slowest rank sends `streams` streams.
Stage round_of(std::uint64_t streams, double slowest_bytes, double copied_bytes,
               const Partners& partners) {
  Stage stage{.name = "allgather",
              .messages = 1,
              .bytes_per_message = slowest_bytes,
              .work = {.copied_bytes = copied_bytes},
              .partners = partners};
  if (streams > 1) stage.work.copied_bytes += slowest_bytes;  // copied into one message
  return stage;
}

/// Sums of a quantity over the blocks [first, first + count), where indices wrap around.
class IntervalSums {
 public:
  template <class Block, class Quantity>
  IntervalSums(const std::vector<Block>& blocks, Quantity quantity)
      : prefix_(2 * blocks.size() + 1, 0.0) {  // two rounds, for intervals that wrap
    for (std::size_t i = 0; i + 1 < prefix_.size(); ++i)
      prefix_[i + 1] = prefix_[i] + quantity(blocks[i % blocks.size()]);
  }
  double operator()(std::size_t first, std::size_t count) const {
    return prefix_[first + count] - prefix_[first];
  }

 private:
  std::vector<double> prefix_;
};

/// Adds the concatenation of all parts to the last stage; a single part needs none.
void add_concatenation(Cost& cost, const Problem& problem, const std::vector<ReducedPart>& parts) {
  Held whole;
  for (const ReducedPart& part : parts) {
    whole.entries += part.at.multiplicity * part.held.entries;
    whole.dense = whole.dense || part.held.dense;
  }
  cost.dense_result = whole.dense;
  if (problem.ranks == 1) return;
  cost.critical_path.back().work.copied_bytes +=
      StreamRules(problem).payload_bytes(whole, problem.whole());
}

}  // namespace

std::vector<UnevenStage> allgather_rounds(Cost& cost, const std::vector<Packing>& blocks,
                                          std::uint64_t streams_of_block) {
  std::vector<UnevenStage> rounds;
  const std::size_t ranks = blocks.size();
  const bool doubling = std::has_single_bit(ranks);
  const IntervalSums bytes_of(blocks, [](const Packing& block) { return block.bytes; });
  const IntervalSums copies_of(blocks, [](const Packing& block) { return block.copies(); });

  for (std::size_t distance = 1; distance < ranks; distance *= 2) {
    const std::size_t sent = std::min(distance, ranks - distance);
    const auto first_of = [=](std::size_t rank) {
      return doubling ? rank & ~(distance - 1) : rank;
    };
    double slowest = 0;
    double opposite = 0;  // received by the slowest rank, or sent by its receiver
    double copies = 0;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      const std::size_t first = first_of(rank);
      const double bytes = bytes_of(first, sent);
      cost.total_bytes += bytes;
      const std::size_t sender = doubling ? rank ^ distance : (rank + distance) % ranks;
      const std::size_t receiver = doubling ? sender : (rank + ranks - distance) % ranks;
      if (bytes > slowest)
        opposite = std::max(bytes_of(first_of(sender), sent), bytes_of(first_of(receiver), sent));
      slowest = std::max(slowest, bytes);
      copies = std::max(copies, copies_of(first, sent));
    }
    cost.total_messages += static_cast<double>(ranks);
    rounds.push_back(
        {round_of(sent * streams_of_block, slowest, copies, partners_at(ranks, distance)),
         opposite});
  }
  return rounds;
}

void add_allgather(Cost& cost, const std::vector<Packing>& blocks) {
  for (const UnevenStage& round : allgather_rounds(cost, blocks))
    cost.critical_path.push_back(round.stage);
}

void add_allgather(Cost& cost, const std::vector<double>& block_bytes) {
  std::vector<Packing> blocks;
  blocks.reserve(block_bytes.size());
  for (const double bytes : block_bytes) blocks.push_back({.bytes = bytes});
  add_allgather(cost, blocks);
}

void add_allgather_in_place(Cost& cost, const std::vector<double>& part_bytes) {
  const std::size_t ranks = part_bytes.size();
  const bool doubling = std::has_single_bit(ranks);
  const IntervalSums bytes_of(part_bytes, [](double bytes) { return bytes; });

  double longest = 0;
  std::vector<double> copied(ranks);  // bytes on the longest path to each rank
  for (std::size_t distance = 1; distance < ranks; distance *= 2) {
    const std::size_t sent = std::min(distance, ranks - distance);
    const auto first_of = [=](std::size_t rank) {
      return doubling ? rank & ~(distance - 1) : rank;
    };
    const auto wrapped_bytes = [&](std::size_t rank) {
      const std::size_t first = first_of(rank);
      return first + sent > ranks ? bytes_of(first, sent) : 0;
    };
    Stage slowest{.name = "allgather", .messages = 1, .partners = partners_at(ranks, distance)};
    double largest_copy = 0;
    std::vector<double> copied_next(ranks);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      const double bytes = bytes_of(first_of(rank), sent);
      cost.total_bytes += bytes;
      slowest.bytes_per_message = std::max(slowest.bytes_per_message, bytes);
      // The sender copies the parts into one message, and the receiver to two places.
      const std::size_t sender = doubling ? rank ^ distance : (rank + distance) % ranks;
      copied_next[rank] =
          std::max(copied[rank] + wrapped_bytes(rank), copied[sender] + wrapped_bytes(sender)) +
          wrapped_bytes(sender);
      largest_copy = std::max(largest_copy, wrapped_bytes(sender));
    }
    copied = std::move(copied_next);
    const double longest_next = std::ranges::max(copied);
    if (longest_next > longest) {
      const double more = longest_next - longest;
      slowest.work.copied_bytes = {more, more / largest_copy};
    }
    longest = longest_next;
    cost.total_messages += static_cast<double>(ranks);
    cost.critical_path.push_back(slowest);
  }
}

void add_even_allgather(Cost& cost, std::uint64_t ranks, const Packing& block) {
  for (std::uint64_t distance = 1; distance < ranks; distance *= 2) {
    const std::uint64_t sent = std::min(distance, ranks - distance);
    const double bytes = static_cast<double>(sent) * block.bytes;
    cost.count(static_cast<double>(ranks), bytes);
    cost.critical_path.push_back(round_of(sent, bytes, static_cast<double>(sent) * block.copies(),
                                          partners_at(ranks, distance)));
  }
}

void add_even_allgather(Cost& cost, std::uint64_t ranks, double block_bytes) {
  add_even_allgather(cost, ranks, Packing{.bytes = block_bytes});
}

std::vector<ReducedPart> united_parts(const Problem& problem) {
  const StreamRules rules(problem);
  std::vector<ReducedPart> parts;
  for (const RepresentativePart& part : representative_parts(problem))
    parts.push_back({part, rules.united(problem.united(), part.range)});
  return parts;
}

void add_parts_allgather(Cost& cost, const Problem& problem,
                         const std::vector<ReducedPart>& parts) {
  if (problem.ranks == 1) return add_concatenation(cost, problem, parts);
  const StreamRules rules(problem);
  std::vector<Packing> blocks;
  blocks.reserve(static_cast<std::size_t>(problem.ranks));
  for (const ReducedPart& part : parts) {
    blocks.insert(blocks.end(), static_cast<std::size_t>(part.at.multiplicity),
                  rules.packing(part.held, part.at.range));
  }
  for (const UnevenStage& round : allgather_rounds(cost, blocks))
    add_uneven_stage(cost, problem.machine, round.stage, round.opposite_bytes);
  add_concatenation(cost, problem, parts);
}

double bytes_beside(const std::vector<Packing>& parts, std::size_t part) {
  const std::size_t count = parts.size();
  return std::max(parts[(part + 1) % count].bytes, parts[(part + count - 1) % count].bytes);
}

void add_parts_ring(Cost& cost, const Problem& problem, const std::vector<ReducedPart>& parts) {
  if (problem.ranks == 1) return add_concatenation(cost, problem, parts);
  const StreamRules rules(problem);
  const auto steps = static_cast<double>(problem.ranks - 1);
  std::vector<Packing> packings;
  std::size_t largest = 0;
  for (const ReducedPart& part : parts) {
    packings.push_back(rules.packing(part.held, part.at.range));
    cost.count(steps * part.at.multiplicity, packings.back().bytes);
    if (packings.back().bytes > packings[largest].bytes) largest = packings.size() - 1;
  }
  const Packing& slowest = packings[largest];
  const double converted = steps * slowest.copies();
  add_uneven_stage(
      cost, problem.machine,
      {.name = "allgather",
       .messages = steps,
       .bytes_per_message = slowest.bytes,
       .work = {.copied_bytes = converted},
       .pattern = Pattern::ring,
       .partners = {.kind = Partners::Kind::shift, .ranks = problem.ranks, .distance = 1}},
      bytes_beside(packings, largest));
  add_concatenation(cost, problem, parts);
}

}  // namespace sparlab::model
