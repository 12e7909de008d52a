#include "model/fill_in/placed_fill_in.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "model/base/contract.hpp"

namespace sparlab::model {

void PlacedFillIn::CountedRuns::add(Range run) {
  lo.push_back(run.lo);
  before.push_back(before.back() + run.size());
}

std::uint64_t PlacedFillIn::CountedRuns::below(std::uint64_t index) const {
  const auto runs = static_cast<std::size_t>(std::ranges::lower_bound(lo, index) - lo.begin());
  if (runs == 0) return 0;
  return std::min(before[runs], before[runs - 1] + index - lo[runs - 1]);
}

double PlacedFillIn::CountedRuns::in(Range range) const {
  return static_cast<double>(below(range.hi) - below(range.lo));
}

/// The number of the piece that holds `index` < universe.
std::size_t PlacedFillIn::piece_at(std::uint64_t index) const {
  const auto after = std::ranges::upper_bound(begin_, index);
  return static_cast<std::size_t>(after - begin_.begin()) - 1;
}

/// Calls visit(run) for each run of consecutive indices of `range` that some rank of the set holds.
template <class Visit>
void PlacedFillIn::for_each_run(RankSet set, Range range, Visit visit) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_);
  if (range.size() == 0) return;
  Range run{range.lo, range.lo};
  for (std::size_t piece = piece_at(range.lo); begin_[piece] < range.hi; ++piece) {
    if ((holders_[piece] & set) == 0) {
      if (run.size() > 0) visit(run);
      run = {begin_[piece + 1], begin_[piece + 1]};
    } else {
      run.hi = std::min(begin_[piece + 1], range.hi);
    }
  }
  if (run.lo < run.hi) visit(run);
}

PlacedFillIn::PlacedFillIn(std::uint64_t universe, std::span<const std::vector<Range>> ranks)
    : universe_(universe), ranks_(ranks.size()) {
  SPARLAB_EXPECTS(universe >= 1 && ranks_ >= 1 && ranks_ <= kMostRanks);
  std::vector<std::pair<std::uint64_t, RankSet>> ends;  // a rank begins or ends to hold indices
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    std::uint64_t from = 0;
    CountedRuns& own = of_rank_.emplace_back();
    for (const Range run : ranks[rank]) {
      SPARLAB_EXPECTS(from <= run.lo && run.lo < run.hi && run.hi <= universe);
      from = run.hi;
      own.add(run);
      ends.emplace_back(run.lo, RankSet{1} << rank);
      ends.emplace_back(run.hi, RankSet{1} << rank);
    }
  }
  std::ranges::sort(ends);
  RankSet holders = 0;
  std::uint64_t begin = 0;
  const auto add_piece = [&](std::uint64_t end) {
    if (begin == end) return;
    if (!holders_.empty() && holders_.back() == holders) return;  // runs that touch
    begin_.push_back(begin);
    holders_.push_back(holders);
  };
  for (const auto& [at, rank] : ends) {
    add_piece(at);
    begin = at;
    holders ^= rank;
  }
  add_piece(universe);
  begin_.push_back(universe);
  for_each_run(set_of({0, ranks_}), {0, universe}, [this](Range run) { of_all_.add(run); });
}

RankSet PlacedFillIn::set_of(Ranks ranks) const {
  const RankSet all = ~RankSet{0} >> (kMostRanks - ranks_);
  if (ranks.count >= ranks_) return all;
  const std::uint64_t first = ranks.first % ranks_;
  const RankSet counted = (RankSet{1} << ranks.count) - 1;
  const RankSet wrapped = first + ranks.count > ranks_ ? counted >> (ranks_ - first) : 0;
  return (counted << first & all) | wrapped;
}

double PlacedFillIn::distinct_of(RankSet set, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_);
  if (std::has_single_bit(set))
    return of_rank_[static_cast<std::size_t>(std::countr_zero(set))].in(range);
  if (set == set_of({0, ranks_})) return of_all_.in(range);
  const auto count = [&] {
    std::uint64_t held = 0;
    for_each_run(set, range, [&](Range run) { held += run.size(); });
    return static_cast<double>(held);
  };
  constexpr std::size_t kFew = 64;  // as fast as the memo
  if (range.size() <= kFew || piece_at(range.hi - 1) - piece_at(range.lo) <= kFew) return count();
  return memo_.get({set, 0}, range, count);
}

RankSet PlacedFillIn::holders_in(Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe_);
  RankSet holders = 0;
  if (range.size() == 0) return holders;
  for (std::size_t piece = piece_at(range.lo); begin_[piece] < range.hi; ++piece)
    holders |= holders_[piece];
  return holders;
}

double PlacedFillIn::runs_of(RankSet set, Range range) const {
  std::uint64_t runs = 0;
  for_each_run(set, range, [&](Range) { ++runs; });
  return static_cast<double>(runs);
}

double PlacedFillIn::distinct(Ranks ranks, Range range) const {
  return distinct_of(set_of(ranks), range);
}

double PlacedFillIn::distinct_among(std::span<const std::uint64_t> ranks, Range range) const {
  RankSet set = 0;
  for (const std::uint64_t rank : ranks) set |= set_of({rank, 1});
  return distinct_of(set, range);
}

double PlacedFillIn::runs(Ranks ranks, Range range) const { return runs_of(set_of(ranks), range); }

double PlacedFillIn::live_blocks(Ranks ranks, Range range, std::uint64_t block) const {
  SPARLAB_EXPECTS(block >= 1);
  std::uint64_t live = 0;
  std::uint64_t first_new = 0;  // all live blocks below it are counted
  for_each_run(set_of(ranks), range, [&](Range run) {
    const std::uint64_t first = std::max(run.lo / block, first_new);
    const std::uint64_t end = (run.hi - 1) / block + 1;
    if (first < end) live += end - first;
    first_new = end;
  });
  return static_cast<double>(live);
}

std::shared_ptr<const FillIn> PlacedFillIn::renumbered(const HashedOwners& owners) const {
  double entries = 0;
  for (const CountedRuns& own : of_rank_) entries += own.in(owners.range());
  if (entries > kMostRenumbered) return nullptr;
  return renumbering_.get(owners, [&] {
    std::vector<std::vector<Range>> ranks(of_rank_.size());
    // The places of an owner increase with its indices, so only the owners have to be sorted.
    std::vector<std::vector<std::uint64_t>> places(owners.owners());
    std::vector<std::uint64_t> found;
    for (std::uint64_t rank = 0; rank < ranks_; ++rank) {
      for_each_run(set_of({rank, 1}), owners.range(), [&](Range run) {
        for (std::uint64_t index = run.lo; index < run.hi; ++index) {
          const HashedOwners::Place place = owners.place_of(index);
          if (places[place.owner].empty()) found.push_back(place.owner);
          places[place.owner].push_back(place.at);
        }
      });
      std::ranges::sort(found);
      std::vector<Range>& held = ranks[static_cast<std::size_t>(rank)];
      for (const std::uint64_t owner : found) {
        for (const std::uint64_t place : places[owner]) {
          if (held.empty() || held.back().hi != place) held.push_back({place, place});
          ++held.back().hi;
        }
        places[owner].clear();
      }
      found.clear();
    }
    return std::make_shared<PlacedFillIn>(universe_, ranks);
  });
}

std::string PlacedFillIn::describe() const {
  double entries = 0;
  for (std::uint64_t rank = 0; rank < ranks_; ++rank)
    entries += distinct({rank, 1}, {0, universe_});
  return fmt::format("placed(N={}, k={:.10g}, ranks={}, exact)", universe_,
                     entries / static_cast<double>(ranks_), ranks_);
}

}  // namespace sparlab::model
