#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {

/// Range sums over an index universe with few different values. Every index has a level. The
/// contribution of an index depends only on its level and on a key (a number of ranks).
///
/// The first query of a key evaluates each level once. Sums of blocks of positions are computed
/// when a range first needs them. The whole universe thus costs O(levels) the first time, any other
/// range O(its positions), and repeated or overlapping ranges a few thousand additions. Safe to use
/// from several threads. Memory: 2 bytes per position and at most about 64 MB of sums.
class LevelSums {
 public:
  using Level = std::uint16_t;
  /// The contribution of each level for one key; must return one value per level.
  using Evaluate = std::function<std::vector<double>(std::uint64_t key)>;

  /// Every index of [0, level_of.size()) has a level below `levels`.
  LevelSums(std::vector<Level> level_of, std::size_t levels, Evaluate evaluate);

  /// Only the listed indices (strictly increasing) have levels; the others contribute nothing.
  LevelSums(std::vector<std::uint64_t> indices, std::vector<Level> level_of, std::size_t levels,
            Evaluate evaluate);

  /// Sum over the indices of `range` of their level's value for `key`.
  double sum(std::uint64_t key, Range range) const;

 private:
  struct PerKey {
    std::vector<double> value;      // of each level
    std::vector<double> block_sum;  // NaN where not yet needed
  };

  PerKey& prepared(std::uint64_t key) const;
  double scan(const PerKey& sums, std::size_t begin, std::size_t end) const;
  double block(PerKey& sums, std::size_t number) const;
  std::size_t position(std::uint64_t index) const;

  std::vector<std::uint64_t> indices_;  // empty: position = index
  std::vector<Level> level_of_;
  std::vector<std::uint64_t> members_;  // of each level
  Evaluate evaluate_;
  mutable std::mutex mutex_;
  mutable std::unordered_map<std::uint64_t, PerKey> keys_;
};

}  // namespace sparlab::model
