#include "model/fill_in/recorded_fill_in.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <span>
#include <utility>
#include <vector>

#include "model/contract.hpp"

namespace sparlab::model {
namespace {

using Indices = std::span<const std::uint64_t>;

Indices restricted(Indices indices, Range range) {
  const auto lo = std::ranges::lower_bound(indices, range.lo);
  return {lo, std::lower_bound(lo, indices.end(), range.hi)};
}

std::uint64_t count_by_bitmap(std::span<const Indices> lists, Range range) {
  std::vector<std::uint64_t> held(range.size() / 64 + 1, 0);
  for (const Indices list : lists) {
    for (const std::uint64_t index : list) {
      const std::uint64_t offset = index - range.lo;
      held[offset / 64] |= std::uint64_t{1} << (offset % 64);
    }
  }
  std::uint64_t count = 0;
  for (const std::uint64_t word : held) count += static_cast<std::uint64_t>(std::popcount(word));
  return count;
}

std::uint64_t count_by_sorting(std::span<const Indices> lists, std::size_t entries) {
  std::vector<std::uint64_t> all;
  all.reserve(entries);
  for (const Indices list : lists) all.insert(all.end(), list.begin(), list.end());
  std::ranges::sort(all);
  return static_cast<std::uint64_t>(std::unique(all.begin(), all.end()) - all.begin());
}

}  // namespace

RecordedFillIn::RecordedFillIn(std::shared_ptr<const RecordedSupports> supports)
    : supports_(std::move(supports)) {
  SPARLAB_EXPECTS(supports_ != nullptr);
}

double RecordedFillIn::distinct(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe());
  const std::uint64_t recorded = supports_->ranks();
  const Ranks distinct_ranks =
      ranks.count >= recorded ? Ranks{0, recorded} : Ranks{ranks.first % recorded, ranks.count};
  if (distinct_ranks.count == 1) {
    const Indices indices = supports_->rank(static_cast<std::size_t>(distinct_ranks.first));
    return static_cast<double>(restricted(indices, range).size());
  }
  return memo_.get(distinct_ranks, range,
                   [&] { return static_cast<double>(union_size(distinct_ranks, range)); });
}

std::uint64_t RecordedFillIn::union_size(Ranks ranks, Range range) const {
  std::vector<Indices> lists;
  std::size_t entries = 0;
  for (std::uint64_t i = 0; i < ranks.count; ++i) {
    const auto rank = static_cast<std::size_t>((ranks.first + i) % supports_->ranks());
    lists.push_back(restricted(supports_->rank(rank), range));
    entries += lists.back().size();
  }
  // Clearing and counting a word of the bitmap is some ten times cheaper than sorting an entry.
  if (range.size() / 64 <= 10 * entries) return count_by_bitmap(lists, range);
  return count_by_sorting(lists, entries);
}

std::string RecordedFillIn::describe() const {
  return fmt::format("recorded(N={}, k={:.10g}, ranks={}, exact)", universe(),
                     supports_->mean_nnz(), supports_->ranks());
}

}  // namespace sparlab::model
