#include "model/fill_in/recorded_supports.hpp"

#include <algorithm>

#include "model/base/contract.hpp"

namespace sparlab::model {

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

}  // namespace sparlab::model
