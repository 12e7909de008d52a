#include "model/fill_in/recorded_fill_in.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "model/base/contract.hpp"

namespace sparlab::model {
namespace {

std::span<const std::uint64_t> restricted(std::span<const std::uint64_t> indices, Range range) {
  const auto lo = std::ranges::lower_bound(indices, range.lo);
  return {lo, std::lower_bound(lo, indices.end(), range.hi)};
}

/// The union of index lists within a range, as a bitmap or as a sorted list, whichever is cheaper.
class RecordedUnion {
 public:
  /// Every list is strictly increasing and lies in `range`.
  /// Cost: O(entries + range/64), or O(entries log entries) where that is less.
  RecordedUnion(std::span<const std::span<const std::uint64_t>> lists, Range range)
      : range_(range) {
    std::size_t entries = 0;
    for (const auto list : lists) entries += list.size();
    // Clearing and counting a word of the bitmap is about ten times cheaper than sorting an entry.
    sorted_ = range.size() / 64 > 10 * entries;
    if (sorted_) {
      words_.reserve(entries);
      for (const auto list : lists) words_.insert(words_.end(), list.begin(), list.end());
      std::ranges::sort(words_);
      words_.erase(std::unique(words_.begin(), words_.end()), words_.end());
      return;
    }
    words_.assign(range.size() / 64 + 1, 0);
    for (const auto list : lists) {
      for (const std::uint64_t index : list) {
        const std::uint64_t offset = index - range.lo;
        words_[offset / 64] |= std::uint64_t{1} << (offset % 64);
      }
    }
  }

  double size() const {
    if (sorted_) return static_cast<double>(words_.size());
    std::uint64_t count = 0;
    for (const std::uint64_t word : words_)
      count += static_cast<std::uint64_t>(std::popcount(word));
    return static_cast<double>(count);
  }

  /// Runs of consecutive indices.
  double runs() const {
    std::uint64_t count = 0;
    std::optional<std::uint64_t> expected;  // the index that would continue the run
    for_each([&](std::uint64_t index) {
      if (index != expected) ++count;
      expected = index + 1;
    });
    return static_cast<double>(count);
  }

  /// Blocks [j*block, (j+1)*block) of the universe that hold an index. O(size + range/64).
  double live_blocks(std::uint64_t block) const {
    std::uint64_t count = 0;
    std::optional<std::uint64_t> latest;
    for_each([&](std::uint64_t index) {
      const std::uint64_t number = index / block;
      if (number != latest) ++count;
      latest = number;
    });
    return static_cast<double>(count);
  }

 private:
  template <typename Visit>
  void for_each(Visit visit) const {
    if (sorted_) {
      std::ranges::for_each(words_, visit);
      return;
    }
    for (std::size_t number = 0; number < words_.size(); ++number)
      for (std::uint64_t word = words_[number]; word != 0; word &= word - 1)
        visit(range_.lo + number * 64 + static_cast<std::uint64_t>(std::countr_zero(word)));
  }

  Range range_;
  bool sorted_;
  std::vector<std::uint64_t> words_;  // the indices if sorted, otherwise a bitmap
};

}  // namespace

template <typename Index>
void RecordedSupports::append(std::span<const std::span<const Index>> ranks) {
  SPARLAB_EXPECTS(!ranks.empty() && ranks.size() <= kMostRanks);
  std::size_t entries = 0;
  for (const std::span<const Index> rank : ranks) entries += rank.size();
  entries_.reserve(entries);
  for (const std::span<const Index> rank : ranks) {
    SPARLAB_EXPECTS(std::ranges::adjacent_find(rank, std::ranges::greater_equal{}) == rank.end());
    SPARLAB_EXPECTS(rank.empty() || rank.back() < universe_);
    entries_.insert(entries_.end(), rank.begin(), rank.end());
    begin_.push_back(entries_.size());
  }
}

RecordedSupports::RecordedSupports(std::uint64_t universe,
                                   std::span<const std::span<const std::uint32_t>> ranks)
    : universe_(universe) {
  append(ranks);
}

RecordedSupports::RecordedSupports(std::uint64_t universe,
                                   std::span<const std::span<const std::uint64_t>> ranks)
    : universe_(universe) {
  append(ranks);
}

std::span<const std::uint64_t> RecordedSupports::rank(std::size_t number) const {
  SPARLAB_EXPECTS(number < ranks());
  return std::span(entries_).subspan(begin_[number], begin_[number + 1] - begin_[number]);
}

double RecordedSupports::mean_nnz() const {
  return static_cast<double>(entries_.size()) / static_cast<double>(ranks());
}

HolderCounts count_holders(const RecordedSupports& supports) {
  std::vector<std::uint64_t> all;
  for (std::size_t rank = 0; rank < supports.ranks(); ++rank) {
    const std::span<const std::uint64_t> indices = supports.rank(rank);
    all.insert(all.end(), indices.begin(), indices.end());
  }
  std::ranges::sort(all);
  HolderCounts counts;
  for (const std::uint64_t index : all) {
    if (counts.indices.empty() || counts.indices.back() != index) {
      counts.indices.push_back(index);
      counts.holders.push_back(0);
    }
    ++counts.holders.back();
  }
  return counts;
}

RecordedFillIn::RecordedFillIn(std::shared_ptr<const RecordedSupports> supports)
    : supports_(std::move(supports)) {
  SPARLAB_EXPECTS(supports_ != nullptr);
}

/// The recorded ranks that represent `ranks`.
Ranks RecordedFillIn::recorded(Ranks ranks) const {
  const std::uint64_t recorded = supports_->ranks();
  return ranks.count >= recorded ? Ranks{0, recorded} : Ranks{ranks.first % recorded, ranks.count};
}

double RecordedFillIn::distinct(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe());
  const Ranks asked = recorded(ranks);
  if (asked.count == 1) return static_cast<double>(lists(asked, range).front().size());
  return memo_.get(asked, range, [&] { return RecordedUnion(lists(asked, range), range).size(); });
}

double RecordedFillIn::distinct_among(std::span<const std::uint64_t> ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe());
  if (ranks.size() == 1) return distinct({ranks.front(), 1}, range);
  std::vector<std::span<const std::uint64_t>> held;
  for (const std::uint64_t rank : ranks) held.push_back(lists({rank, 1}, range).front());
  return RecordedUnion(held, range).size();
}

double RecordedFillIn::runs(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe());
  const Ranks asked = recorded(ranks);
  return runs_memo_.get(asked, range,
                        [&] { return RecordedUnion(lists(asked, range), range).runs(); });
}

double RecordedFillIn::live_blocks(Ranks ranks, Range range, std::uint64_t block) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe() && block >= 1);
  const Ranks asked = recorded(ranks);
  return memo_.get(asked, range, block,
                   [&] { return RecordedUnion(lists(asked, range), range).live_blocks(block); });
}

std::shared_ptr<const FillIn> RecordedFillIn::renumbered(const HashedOwners& owners) const {
  return renumbering_.get(owners, [&] {
    std::vector<std::vector<std::uint64_t>> places(supports_->ranks());
    for (std::size_t rank = 0; rank < places.size(); ++rank) {
      for (const std::uint64_t index : restricted(supports_->rank(rank), owners.range()))
        places[rank].push_back(owners.place_of(index).at);
      std::ranges::sort(places[rank]);
    }
    const std::vector<std::span<const std::uint64_t>> lists(places.begin(), places.end());
    return std::make_shared<RecordedFillIn>(std::make_shared<RecordedSupports>(universe(), lists));
  });
}

/// What each of `ranks` recorded ranks holds in `range`.
std::vector<std::span<const std::uint64_t>> RecordedFillIn::lists(Ranks ranks, Range range) const {
  std::vector<std::span<const std::uint64_t>> held;
  for (std::uint64_t i = 0; i < ranks.count; ++i) {
    const auto rank = static_cast<std::size_t>((ranks.first + i) % supports_->ranks());
    held.push_back(restricted(supports_->rank(rank), range));
  }
  return held;
}

std::string RecordedFillIn::describe() const {
  return fmt::format("recorded(N={}, k={:.10g}, ranks={}, exact)", universe(),
                     supports_->mean_nnz(), supports_->ranks());
}

}  // namespace sparlab::model
