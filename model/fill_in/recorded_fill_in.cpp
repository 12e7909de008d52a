#include "model/fill_in/recorded_fill_in.hpp"

#include <fmt/format.h>

#include <algorithm>
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

}  // namespace

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
  const Ranks distinct_ranks = recorded(ranks);
  if (distinct_ranks.count == 1) {
    const auto indices = supports_->rank(static_cast<std::size_t>(distinct_ranks.first));
    return static_cast<double>(restricted(indices, range).size());
  }
  return memo_.get(distinct_ranks, range,
                   [&] { return static_cast<double>(union_of(distinct_ranks, range).size()); });
}

double RecordedFillIn::runs(Ranks ranks, Range range) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe());
  return runs_memo_.get(recorded(ranks), range, [&] {
    return static_cast<double>(union_of(recorded(ranks), range).runs());
  });
}

double RecordedFillIn::live_blocks(Ranks ranks, Range range, std::uint64_t block) const {
  SPARLAB_EXPECTS(range.lo <= range.hi && range.hi <= universe() && block >= 1);
  return memo_.get(recorded(ranks), range, block, [&] {
    return static_cast<double>(union_of(recorded(ranks), range).live_blocks(block));
  });
}

RecordedUnion RecordedFillIn::union_of(Ranks ranks, Range range) const {
  std::vector<std::span<const std::uint64_t>> lists;
  for (std::uint64_t i = 0; i < ranks.count; ++i) {
    const auto rank = static_cast<std::size_t>((ranks.first + i) % supports_->ranks());
    lists.push_back(restricted(supports_->rank(rank), range));
  }
  return {lists, range};
}

std::string RecordedFillIn::describe() const {
  return fmt::format("recorded(N={}, k={:.10g}, ranks={}, exact)", universe(),
                     supports_->mean_nnz(), supports_->ranks());
}

}  // namespace sparlab::model
