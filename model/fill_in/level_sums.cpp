#include "model/fill_in/level_sums.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/base/contract.hpp"

namespace sparlab::model {
namespace {

constexpr std::size_t kBlock = 4096;
constexpr std::size_t kMemoDoubles = std::size_t{8} << 20;

}  // namespace

LevelSums::LevelSums(std::vector<Level> level_of, std::size_t levels, Evaluate evaluate)
    : LevelSums({}, std::move(level_of), levels, std::move(evaluate)) {}

LevelSums::LevelSums(std::vector<std::uint64_t> indices, std::vector<Level> level_of,
                     std::size_t levels, Evaluate evaluate)
    : indices_(std::move(indices)),
      level_of_(std::move(level_of)),
      members_(levels, 0),
      evaluate_(std::move(evaluate)) {
  SPARLAB_EXPECTS(indices_.empty() || indices_.size() == level_of_.size());
  for (const Level level : level_of_) {
    SPARLAB_EXPECTS(level < levels);
    ++members_[level];
  }
}

double LevelSums::sum(std::uint64_t key, Range range) const {
  const std::size_t begin = position(range.lo);
  const std::size_t end = position(range.hi);
  const std::scoped_lock lock(mutex_);
  PerKey& sums = prepared(key);
  if (begin == 0 && end == level_of_.size()) {
    double total = 0;
    for (std::size_t level = 0; level < members_.size(); ++level)
      total += static_cast<double>(members_[level]) * sums.value[level];
    return total;
  }
  const std::size_t first = (begin + kBlock - 1) / kBlock;
  const std::size_t last = end / kBlock;
  if (first >= last) return scan(sums, begin, end);
  double total = scan(sums, begin, first * kBlock) + scan(sums, last * kBlock, end);
  for (std::size_t number = first; number < last; ++number) total += block(sums, number);
  return total;
}

LevelSums::PerKey& LevelSums::prepared(std::uint64_t key) const {
  const auto found = keys_.find(key);
  if (found != keys_.end()) return found->second;
  const std::size_t blocks = level_of_.size() / kBlock;
  if ((keys_.size() + 1) * (blocks + members_.size()) > kMemoDoubles) keys_.clear();
  PerKey sums{evaluate_(key),
              std::vector<double>(blocks, std::numeric_limits<double>::quiet_NaN())};
  SPARLAB_EXPECTS(sums.value.size() == members_.size());
  return keys_.emplace(key, std::move(sums)).first->second;
}

double LevelSums::scan(const PerKey& sums, std::size_t begin, std::size_t end) const {
  double total = 0;
  for (std::size_t at = begin; at < end; ++at) total += sums.value[level_of_[at]];
  return total;
}

double LevelSums::block(PerKey& sums, std::size_t number) const {
  double& known = sums.block_sum[number];
  if (std::isnan(known)) known = scan(sums, number * kBlock, (number + 1) * kBlock);
  return known;
}

std::size_t LevelSums::position(std::uint64_t index) const {
  if (indices_.empty()) return std::min(static_cast<std::size_t>(index), level_of_.size());
  return static_cast<std::size_t>(std::ranges::lower_bound(indices_, index) - indices_.begin());
}

}  // namespace sparlab::model
