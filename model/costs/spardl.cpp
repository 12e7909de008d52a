#include <algorithm>
#include <bit>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include "model/costs/algorithm_costs.hpp"
#include "model/costs/selection_cost.hpp"
#include "model/costs/step_costs.hpp"
#include "model/fill_in/derived_fill_in.hpp"

namespace sparlab::model {
namespace {

/// What some ranks hold of a block; mirrors CountedStream.
struct Content {
  double entries = 0;
  std::uint64_t inputs = 1;               ///< ranks whose inputs it contains; one after a cut
  std::vector<std::uint64_t> ranks = {};  ///< these ranks, if it matters which they are
  bool cut = false;                       ///< holds fewer entries than these inputs
};

/// Content of one block on a number of ranks at consecutive distances before the block's owner.
struct AlikeRanks {
  Content content;
  std::uint64_t count;
};

/// A block of one team, by the distance before its owner.
struct Block {
  RepresentativePart at;
  std::uint64_t team;
  std::vector<AlikeRanks> held;
};

/// What one rank sends in a round, and the work for it on both sides.
struct SentBlocks {
  double bytes = 0;
  LocalWork work = {};

  void add(double times, const SentBlocks& other) {
    bytes += times * other.bytes;
    work += times * other.work;
  }
};

class Spardl {
 public:
  Spardl(const Problem& problem, std::uint64_t k, const SpardlParameters& parameters)
      : problem_(problem),
        rules_(problem),
        teams_(parameters.teams),
        ranks_(problem.ranks / teams_),
        most_(static_cast<double>(part_k(k, ranks_))),
        kept_(static_cast<double>(parameters.first_kept(part_k(k, ranks_)))),
        gathers_(parameters.sag == TeamSum::bruck),
        teams_differ_(problem.fill_in->symmetry() == Symmetry::none) {
    Problem of_team = problem;
    of_team.ranks = ranks_;
    for (std::uint64_t team = 0; team < (teams_differ_ ? teams_ : 1); ++team)
      for (const RepresentativePart& at : representative_parts(of_team))
        blocks_.push_back({at, team, inputs(at, team)});
  }

  void add_to(Cost& cost) {
    if (ranks_ > 1) {
      cost.critical_path.push_back(
          local_stage("reduce_scatter", {.copied_bytes = split_copy_bytes(problem_)}));
    }
    for (std::uint64_t distance = std::bit_ceil(ranks_) / 2; distance > 0; distance /= 2)
      add_round(cost, distance);
    add_last_cut(cost);
    if (gathers_) gather_teams(cost);
    for (std::uint64_t distance = 1; distance < teams_ && !gathers_; distance *= 2)
      add_teams(cost, distance);
    add_allgather(cost);
  }

 private:
  std::vector<AlikeRanks> inputs(const RepresentativePart& at, std::uint64_t team) const {
    if (!teams_differ_) return {{{rules_.input(0, at.range).entries}, ranks_}};
    std::vector<AlikeRanks> held;
    for (std::uint64_t distance = 0; distance < ranks_; ++distance) {
      const std::uint64_t rank = team * ranks_ + (at.part + ranks_ - distance) % ranks_;
      held.push_back({{rules_.input(rank, at.range).entries, 1, {rank}}, 1});
    }
    return held;
  }

  /// Teams that a block of `blocks_` stands for.
  double alike_teams() const { return teams_differ_ ? 1 : static_cast<double>(teams_); }

  double distinct(const Content& content, Range range) const {
    return content.ranks.empty() ? rules_.distinct({0, content.inputs}, range)
                                 : problem_.fill_in->distinct_among(content.ranks, range);
  }

  Content merge(const Content& left, const Content& right, Range range, LocalWork& work) const {
    return merge(std::vector{left, right}, range, work);
  }

  Content merge(const std::vector<Content>& contents, Range range, LocalWork& work) const {
    Content all{.inputs = 0};
    double entries = 0;
    double uncut = 0;
    double largest = 0;
    for (const Content& one : contents) {
      all.inputs += one.inputs;
      all.ranks.insert(all.ranks.end(), one.ranks.begin(), one.ranks.end());
      all.cut = all.cut || one.cut;
      entries += one.entries;
      uncut += distinct(one, range);
      largest = std::max(largest, one.entries);
    }
    if (contents.size() > 1) work.merged_entries += entries;
    all.entries = distinct(all, range);
    if (all.cut) all.entries = united_selections(all.entries, uncut, entries, largest);
    return all;
  }

  static Content cut(Content content, double most, LocalWork& work) {
    if (content.entries <= most) return content;
    work.selected_from += content.entries;
    if (!content.ranks.empty()) content.ranks.resize(1);
    return {most, 1, std::move(content.ranks), true};
  }

  Packing packing(const Content& content, Range range) const {
    const bool of_neighbours = content.ranks.empty() && !content.cut;
    return rules_.packing(
        of_neighbours ? rules_.united({0, content.inputs}, range) : Held{content.entries}, range);
  }

  Partners partners_in_team(std::uint64_t distance) const {
    if (teams_ > 1) return {.ranks = problem_.ranks};
    return {.kind = Partners::Kind::shift, .ranks = ranks_, .distance = distance};
  }

  /// Ranks send the blocks that lie `distance` or more after their own, to the rank as far away.
  void add_round(Cost& cost, std::uint64_t distance) {
    const bool ranges_alike = problem_.fill_in->symmetry() == Symmetry::ranks_and_ranges;
    // By team and rank. Where parts of one size are alike, of a rank that sends larger ones.
    std::vector<SentBlocks> loads(ranges_alike ? 1 : blocks_.size());
    for (Block& block : blocks_) {
      const bool counts = !ranges_alike || &block == &blocks_.front();
      add_sends(
          block, distance, [&](std::uint64_t first, std::uint64_t count, const SentBlocks& load) {
            cost.total_bytes +=
                alike_teams() * block.at.multiplicity * static_cast<double>(count) * load.bytes;
            if (ranges_alike)
              return loads.front().add(counts ? static_cast<double>(count) : 0, load);
            for (std::uint64_t i = first; i < first + count; ++i)
              loads[place(block.team, block.at.part + ranks_ - i)].add(1, load);
          });
    }
    cost.total_messages += static_cast<double>(problem_.ranks);
    Stage slowest{.name = "reduce_scatter",
                  .messages = 1,
                  .bytes_per_message = -1,
                  .partners = partners_in_team(distance)};
    double opposite_bytes = 0;
    for (std::size_t i = 0; i < loads.size(); ++i) {
      if (std::min(distance, ranks_ - distance) > 1) loads[i].work.copied_bytes += loads[i].bytes;
      if (!slowest.raise(loads[i].bytes, loads[i].work)) continue;
      const auto beside = [&](std::uint64_t shift) {
        return ranges_alike ? loads[i].bytes : loads[place(i / ranks_, i % ranks_ + shift)].bytes;
      };
      opposite_bytes = std::max(beside(distance), beside(ranks_ - distance));
    }
    add_uneven_stage(cost, problem_.machine, slowest, opposite_bytes);
  }

  std::size_t place(std::uint64_t team, std::uint64_t rank) const {
    return static_cast<std::size_t>(team * ranks_ + rank % ranks_);
  }

  /// Moves what is held from `distance` on, and calls sent(first, count, load) for `count` ranks
  /// from distance `first` on that send equal blocks.
  template <class Sent>
  void add_sends(Block& block, std::uint64_t distance, Sent sent) const {
    std::vector<AlikeRanks> waiting = std::exchange(block.held, {});
    std::vector<AlikeRanks> leaving;
    split_at(waiting, distance, leaving);
    std::uint64_t first = distance;
    auto own = waiting.begin();
    for (AlikeRanks& sender : leaving) {
      SentBlocks load;
      const Content kept = cut(std::move(sender.content), most_, load.work);
      const Packing message = packing(kept, block.at.range);
      load.bytes = message.bytes;
      load.work.copied_bytes += message.copies();
      while (sender.count > 0) {
        const std::uint64_t count = std::min(sender.count, own->count);
        SentBlocks both = load;
        block.held.push_back({merge(own->content, kept, block.at.range, both.work), count});
        sent(first, count, both);
        first += count;
        sender.count -= count;
        own->count -= count;
        if (own->count == 0) ++own;
      }
    }
    for (; own != waiting.end(); ++own) block.held.push_back(std::move(*own));
  }

  /// Leaves the first `count` ranks in `held`, and moves the others to `rest`.
  static void split_at(std::vector<AlikeRanks>& held, std::uint64_t count,
                       std::vector<AlikeRanks>& rest) {
    std::size_t at = 0;
    while (held[at].count <= count && count > 0) count -= held[at++].count;
    if (count > 0) {
      rest.push_back({held[at].content, held[at].count - count});
      held[at++].count = count;
    }
    rest.insert(rest.end(), std::make_move_iterator(held.begin() + static_cast<std::ptrdiff_t>(at)),
                std::make_move_iterator(held.end()));
    held.resize(at);
  }

  void add_last_cut(Cost& cost) {
    LocalWork most;
    for (Block& block : blocks_) {
      LocalWork work;
      Content& own = block.held.front().content;
      own = cut(std::move(own), kept_, work);
      if (work.selected_from > most.selected_from) most = work;
    }
    cost.critical_path.push_back(local_stage("reduce_scatter", most));
  }

  /// Owners of one block in teams `distance` apart exchange what they have.
  void add_teams(Cost& cost, std::uint64_t distance) {
    Stage slowest{.name = "add_teams",
                  .messages = 1,
                  .bytes_per_message = -1,
                  .partners = {.ranks = problem_.ranks}};
    if (std::has_single_bit(problem_.ranks)) {
      slowest.partners.kind = Partners::Kind::exchange;
      slowest.partners.distance = distance * ranks_;
    }
    double opposite_bytes = 0;
    const std::vector<Block> before = blocks_;
    const std::size_t of_team = blocks_.size() / (teams_differ_ ? teams_ : 1);
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const Range range = blocks_[i].at.range;
      const std::size_t other =
          teams_differ_ ? (blocks_[i].team ^ distance) * of_team + i % of_team : i;
      const Content& own = before[i].held.front().content;
      const Content& partners = before[other].held.front().content;
      const Packing sent = packing(own, range);
      const Packing received = packing(partners, range);
      cost.total_bytes += alike_teams() * blocks_[i].at.multiplicity * sent.bytes;
      LocalWork work{.copied_bytes = std::max(sent, received, by_bytes).copies()};
      Content sum =
          other < i ? merge(partners, own, range, work) : merge(own, partners, range, work);
      blocks_[i].held.front().content = cut(std::move(sum), most_, work);
      if (slowest.raise(std::max(sent.bytes, received.bytes), work))
        opposite_bytes = std::min(sent.bytes, received.bytes);
    }
    cost.total_messages += static_cast<double>(problem_.ranks);
    add_uneven_stage(cost, problem_.machine, slowest, opposite_bytes);
  }

  /// Owners of one block gather what all teams have.
  void gather_teams(Cost& cost) {
    const std::size_t of_team = blocks_.size() / (teams_differ_ ? teams_ : 1);
    SideBySide slowest;
    Stage reduction = local_stage("add_teams", {});
    for (std::size_t i = 0; i < of_team; ++i) {
      const RepresentativePart& at = blocks_[i].at;
      std::vector<Content> contents;
      std::vector<Packing> packings;
      for (std::uint64_t team = 0; team < teams_; ++team) {
        const std::size_t block = teams_differ_ ? static_cast<std::size_t>(team) * of_team + i : i;
        contents.push_back(blocks_[block].held.front().content);
        packings.push_back(packing(contents.back(), at.range));
      }
      Cost of_block;
      slowest.add(allgather_rounds(of_block, packings), at.multiplicity);
      cost.total_messages += at.multiplicity * of_block.total_messages;
      cost.total_bytes += at.multiplicity * of_block.total_bytes;
      LocalWork work;
      const Content sum = cut(merge(contents, at.range, work), most_, work);
      if (work.merged_entries > reduction.work.merged_entries) reduction.work = work;
      for (std::size_t block = i; block < blocks_.size(); block += of_team)
        blocks_[block].held.front().content = sum;
    }
    slowest.add_to(cost, problem_, ranks_);
    cost.critical_path.push_back(reduction);
  }

  static bool by_bytes(const Packing& left, const Packing& right) {
    return left.bytes < right.bytes;
  }

  /// All teams gather the same blocks.
  void add_allgather(Cost& cost) const {
    std::vector<ReducedPart> parts;
    for (const Block& block : blocks_)
      if (block.team == 0) parts.push_back({block.at, Held{block.held.front().content.entries}});
    Problem of_team = problem_;
    of_team.ranks = ranks_;
    Cost gathered;
    add_parts_allgather(gathered, of_team, parts);
    gathered.total_messages *= static_cast<double>(teams_);
    gathered.total_bytes *= static_cast<double>(teams_);
    for (Stage& stage : gathered.critical_path) {
      if (teams_ == 1) break;
      stage.partners.ranks = problem_.ranks;
      if (!std::has_single_bit(problem_.ranks)) stage.partners = {.ranks = problem_.ranks};
    }
    cost.append(gathered);
  }

  const Problem& problem_;
  StreamRules rules_;
  std::uint64_t teams_;
  std::uint64_t ranks_;  ///< of a team
  double most_;          ///< entries of a block that is sent
  double kept_;          ///< of a block after the reduce-scatter
  bool gathers_;         ///< teams gather their blocks, rather than add them in pairs
  bool teams_differ_;
  std::vector<Block> blocks_;  ///< of the first team only, unless teams differ
};

}  // namespace

Cost spardl(const Problem& problem, const SpardlParameters& parameters) {
  Cost cost;
  const std::uint64_t k = add_agreed_k(cost, problem, parameters.k);
  Spardl(problem, k, parameters).add_to(cost);
  return cost;
}

}  // namespace sparlab::model
