#include "model/fill_in/holder_histogram.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "model/base/contract.hpp"

namespace sparlab::model {

double HolderHistogram::seen() const {
  return std::accumulate(held_by.begin() + 1, held_by.end(), 0.0);
}

double HolderHistogram::entries() const {
  double sum = 0;
  for (std::size_t i = 1; i < held_by.size(); ++i) sum += static_cast<double>(i) * held_by[i];
  return sum;
}

HolderTable::HolderTable(const RecordedSupports& supports)
    : HolderTable(supports, count_holders(supports)) {}

HolderTable::HolderTable(const RecordedSupports& supports, const HolderCounts& counts)
    : universe_(supports.universe()), different_(counts.indices.size()) {
  SPARLAB_EXPECTS(different_ <= std::numeric_limits<std::uint32_t>::max());
  double runs = 0;
  for (std::size_t rank = 0; rank < supports.ranks(); ++rank) {
    // Both lists increase, so that each search begins where the last one ended.
    auto from = counts.indices.begin();
    std::uint64_t follows = std::numeric_limits<std::uint64_t>::max();
    for (const std::uint64_t index : supports.rank(rank)) {
      from = std::lower_bound(from, counts.indices.end(), index);
      position_.push_back(static_cast<std::uint32_t>(from - counts.indices.begin()));
      if (index != follows) ++runs;
      follows = index + 1;
    }
    begin_.push_back(position_.size());
  }
  if (runs > 0) mean_run_ = static_cast<double>(position_.size()) / runs;
}

HolderHistogram HolderTable::histogram(std::span<const std::size_t> ranks) const {
  SPARLAB_EXPECTS(!ranks.empty() && ranks.size() <= this->ranks());
  std::vector<std::uint16_t> holders(different_, 0);
  for (const std::size_t rank : ranks) {
    SPARLAB_EXPECTS(rank < this->ranks());
    for (std::size_t i = begin_[rank]; i < begin_[rank + 1]; ++i) ++holders[position_[i]];
  }
  HolderHistogram histogram{universe_, std::vector<double>(ranks.size() + 1, 0.0)};
  for (const std::uint16_t count : holders) histogram.held_by[count] += 1;
  histogram.held_by[0] = 0;
  return histogram;
}

HolderHistogram HolderTable::histogram() const {
  std::vector<std::size_t> all(ranks());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return histogram(all);
}

}  // namespace sparlab::model
