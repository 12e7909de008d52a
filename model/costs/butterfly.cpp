#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "model/base/range.hpp"
#include "model/costs/algorithm_costs.hpp"
#include "model/costs/step_costs.hpp"

namespace sparlab::model {
namespace {

/// What ranks do in one level.
struct LevelStages {
  std::uint64_t stride;
  SideBySide messages;  ///< of the split or the exchange
  LocalWork reduction;
  SideBySide gather;
  double concatenated_bytes;
};

/// The pieces of a range in which a rank holds the sum: one, or several of different formats.
struct Pieces {
  double count = 0;
  Packing packing;  ///< of all pieces
  double entries = 0;
  double dense = 0;  ///< number of dense pieces
  double dense_elements = 0;
  double dense_entries = 0;  ///< that some rank holds

  bool alike() const { return dense == 0 || dense == count; }
};

/// The ranks that hold one range before a level: one stream for each block of ranks, or one for all
/// if ranks are alike.
struct Holders {
  Range range;
  double alike;  ///< ranges of the same cost
  std::vector<Held> streams;
};

class ButterflyCost {
 public:
  ButterflyCost(const Problem& problem, const ButterflyParameters& parameters)
      : problem_(problem),
        sparse_(without_switch(problem)),
        rules_(sparse_),
        ranks_alike_(problem.fill_in->symmetry() != Symmetry::none),
        levels_(parameters.on(problem.ranks)) {
    std::uint64_t stride = 1;
    for (const ButterflyLevel& level : levels_) {
      stages_.push_back({stride, {}, {}, {}, 0});
      stride *= level.degree;
    }
  }

  Cost cost() && {
    Holders inputs{problem_.whole(), 1, {}};
    for (std::uint64_t rank = 0; rank < (ranks_alike_ ? 1 : problem_.ranks); ++rank)
      inputs.streams.push_back(rules_.input(rank, problem_.whole()));
    const Pieces sum = through_levels(0, 1, inputs);
    const bool becomes_sparse =
        !sum.alike() &&
        !problem_.wire.goes_dense(sum.entries, problem_.elements(), problem_.formats);
    cost_.dense_result = sum.dense > 0 && !becomes_sparse;
    for (const LevelStages& level : stages_) {
      level.messages.add_to(cost_, problem_, level.stride);
      cost_.critical_path.push_back(local_stage("reduce", level.reduction));
    }
    for (std::size_t i = stages_.size(); i-- > 0;) {
      if (levels_[i].kind == ButterflyLevel::Kind::exchange) continue;
      stages_[i].gather.add_to(cost_, problem_, stages_[i].stride);
      cost_.critical_path.back().work.copied_bytes += stages_[i].concatenated_bytes;
    }
    if (sum.count > 1) {
      const WireFormat& wire = problem_.wire;
      const Held whole = becomes_sparse ? rules_.united({0, problem_.ranks}, problem_.whole())
                                        : Held{problem_.elements(), true};
      double copied = rules_.payload_bytes(whole, problem_.whole());
      if (becomes_sparse)
        copied += sum.dense_elements * wire.value_bytes +
                  sum.dense_entries * (wire.index_bytes + wire.value_bytes);
      cost_.critical_path.back().work.copied_bytes += copied;
    }
    return std::move(cost_);
  }

 private:
  /// Groups of a level that have the same cost. A block of `stride` ranks holds `parts` ranges, so
  /// stride / parts of its ranks hold the same one, each in a group of its own.
  struct Group {
    std::uint64_t first_rank;
    std::vector<Held> streams;  ///< of its members
    double count;               ///< of such groups, those of ranges alike included
  };

  std::vector<Group> groups_of(std::size_t number, std::uint64_t parts,
                               const Holders& holders) const {
    const auto degree = static_cast<std::size_t>(levels_[number].degree);
    const std::uint64_t stride = stages_[number].stride;
    const double copies = holders.alike * static_cast<double>(stride) / static_cast<double>(parts);
    const auto blocks = static_cast<double>(problem_.ranks / stride);
    if (ranks_alike_) {
      return {{0, std::vector<Held>(degree, holders.streams.front()),
               copies * blocks / static_cast<double>(degree)}};
    }
    std::vector<Group> groups;
    for (std::size_t first = 0; first < holders.streams.size(); first += degree) {
      const auto begin = holders.streams.begin() + static_cast<std::ptrdiff_t>(first);
      groups.push_back(
          {first * stride, {begin, begin + static_cast<std::ptrdiff_t>(degree)}, copies});
    }
    return groups;
  }

  /// What ranks hold of the range in the end. Ranks hold one of `parts` ranges before the level.
  Pieces through_levels(std::size_t number, std::uint64_t parts, const Holders& holders) {
    if (number == levels_.size()) return one_piece(holders.streams.front(), holders.range);
    return levels_[number].kind == ButterflyLevel::Kind::exchange ? exchange(number, parts, holders)
                                                                  : split(number, parts, holders);
  }

  Pieces one_piece(const Held& sum, Range range) const {
    Pieces piece{.count = 1, .packing = rules_.packing(sum, range), .entries = sum.entries};
    if (!sum.dense) return piece;
    piece.dense = 1;
    piece.dense_elements = static_cast<double>(range.size());
    piece.dense_entries = rules_.distinct({0, problem_.ranks}, range);
    return piece;
  }

  Pieces exchange(std::size_t number, std::uint64_t parts, const Holders& holders) {
    Holders sums{holders.range, holders.alike, {}};
    for (const Group& group : groups_of(number, parts, holders)) {
      std::vector<Packing> packings;
      for (const Held& held : group.streams)
        packings.push_back(rules_.packing(held, holders.range));
      add_allgather(stages_[number].messages, packings, group.count);
      sums.streams.push_back(reduced(number, group.first_rank, group.streams, holders.range));
    }
    return through_levels(number + 1, parts, sums);
  }

  Pieces split(std::size_t number, std::uint64_t parts, const Holders& holders) {
    const std::uint64_t degree = levels_[number].degree;
    const auto own = representative_parts(holders.range, degree, problem_.fill_in->symmetry());
    std::vector<Holders> sums;
    for (const RepresentativePart& part : own)
      sums.push_back({part.range, holders.alike * part.multiplicity, {}});
    for (const Group& group : groups_of(number, parts, holders)) {
      const auto held = [&](std::uint64_t member, Range range) {
        return part_of_stream(group.streams[static_cast<std::size_t>(member)],
                              block(number, group.first_rank, member), range);
      };
      Cost sent;
      stages_[number].messages.add(
          {split_stage(sent, rules_, {degree, holders.range, ranks_alike_, held}, own)},
          group.count);
      count(sent, group.count);
      for (Holders& sum : sums) {
        std::vector<Held> contributions;
        for (std::uint64_t member = 0; member < degree; ++member)
          contributions.push_back(held(member, sum.range));
        sum.streams.push_back(reduced(number, group.first_rank, contributions, sum.range));
      }
    }
    std::vector<Packing> packings;
    std::uint64_t pieces_of_part = 1;
    Pieces whole;
    for (std::size_t i = 0; i < own.size(); ++i) {
      const Pieces part = through_levels(number + 1, parts * degree, sums[i]);
      const double alike = own[i].multiplicity;
      packings.insert(packings.end(), static_cast<std::size_t>(alike), part.packing);
      pieces_of_part = std::max(pieces_of_part, static_cast<std::uint64_t>(part.count));
      if (own[i].range.size() == 0) continue;
      whole.count += alike * part.count;
      whole.packing.bytes += alike * part.packing.bytes;
      whole.packing.pack_copies += alike * part.packing.pack_copies;
      whole.packing.unpack_copies += alike * part.packing.unpack_copies;
      whole.entries += alike * part.entries;
      whole.dense += alike * part.dense;
      whole.dense_elements += alike * part.dense_elements;
      whole.dense_entries += alike * part.dense_entries;
    }
    const double groups =
        holders.alike * static_cast<double>(problem_.ranks) / static_cast<double>(parts * degree);
    add_allgather(stages_[number].gather, packings, groups, pieces_of_part);
    if (!whole.alike()) return whole;
    Held joined = rules_.united({0, problem_.ranks}, holders.range);
    if (whole.dense > 0) joined = {static_cast<double>(holders.range.size()), true};
    double& copied = stages_[number].concatenated_bytes;
    copied = std::max(copied, rules_.payload_bytes(joined, holders.range));
    return one_piece(joined, holders.range);
  }

  /// The ranks whose sum a member of a group holds before a level.
  Ranks block(std::size_t number, std::uint64_t first_rank, std::uint64_t member) const {
    const std::uint64_t stride = stages_[number].stride;
    return {first_rank + member * stride, stride};
  }

  Held part_of_stream(const Held& held, Ranks ranks, Range range) const {
    return held.dense ? Held{static_cast<double>(range.size()), true} : rules_.united(ranks, range);
  }

  Held reduced(std::size_t number, std::uint64_t first_rank, const std::vector<Held>& streams,
               Range range) {
    LocalWork work;
    Held sum = rules_.united({first_rank, stages_[number].stride * levels_[number].degree}, range);
    const auto elements = static_cast<double>(range.size());
    double entries = 0;
    for (const Held& stream : streams) entries += stream.entries;
    const bool may_switch = problem_.dense_switch && entries >= elements;
    bool dense = StreamRules(may_switch ? problem_ : sparse_).merge_all(streams, range, work);
    if (!dense && problem_.dense_switch &&
        problem_.wire.goes_dense(sum.entries, elements, problem_.formats)) {
      work.scattered_entries += sum.entries;
      work.copied_bytes += elements * problem_.wire.value_bytes;
      dense = true;
    }
    LocalWork& most = stages_[number].reduction;
    if (entries_of(work) > entries_of(most)) most = work;
    return dense ? Held{elements, true} : sum;
  }

  static Problem without_switch(Problem problem) {
    problem.dense_switch = false;
    return problem;
  }

  static double entries_of(const LocalWork& work) {
    return work.merged_entries + work.scattered_entries + work.summed_elements;
  }

  void add_allgather(SideBySide& stages, const std::vector<Packing>& packings, double groups,
                     std::uint64_t streams_of_block = 1) {
    Cost sent;
    stages.add(allgather_rounds(sent, packings, streams_of_block), groups);
    count(sent, groups);
  }

  void count(const Cost& sent, double groups) {
    cost_.total_messages += groups * sent.total_messages;
    cost_.total_bytes += groups * sent.total_bytes;
  }

  const Problem& problem_;
  Problem sparse_;  ///< in which merges do not switch to dense by themselves
  StreamRules rules_;
  bool ranks_alike_;
  ButterflyLevels levels_;
  std::vector<LevelStages> stages_;
  Cost cost_;
};

}  // namespace

Cost butterfly(const Problem& problem, const ButterflyParameters& parameters) {
  return ButterflyCost(problem, parameters).cost();
}

}  // namespace sparlab::model
