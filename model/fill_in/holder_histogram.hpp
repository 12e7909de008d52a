#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/fill_in/recorded_fill_in.hpp"

namespace sparlab::model {

/// How many indices are held by exactly i of n ranks. Estimates of the union of more ranks need
/// nothing else of the recorded supports.
struct HolderHistogram {
  std::uint64_t universe = 1;
  std::vector<double> held_by;  ///< [i]: held by exactly i ranks, i = 1..n; [0] is 0

  std::uint64_t ranks() const { return held_by.size() - 1; }
  /// The union of all ranks.
  double seen() const;
  /// Entries of all ranks, counted with their repetitions.
  double entries() const;
};

/// The histograms of any subsets of recorded ranks. Memory: 4 bytes per entry.
class HolderTable {
 public:
  /// At most 2^32 different indices. O(entries log entries).
  explicit HolderTable(const RecordedSupports& supports);
  /// `counts`: of these supports.
  HolderTable(const RecordedSupports& supports, const HolderCounts& counts);

  std::size_t ranks() const { return begin_.size() - 1; }
  std::size_t entries() const { return position_.size(); }
  /// The mean length of a run of consecutive indices of one rank; 1 if there are no entries.
  double mean_run() const { return mean_run_; }
  double entries_of(std::size_t rank) const {
    return static_cast<double>(begin_[rank + 1] - begin_[rank]);
  }

  /// Of `ranks`, which are different. O(their entries, and all different indices).
  HolderHistogram histogram(std::span<const std::size_t> ranks) const;
  HolderHistogram histogram() const;

 private:
  std::uint64_t universe_;
  std::size_t different_ = 0;
  std::vector<std::uint32_t> position_;  ///< of each entry's index among the different indices
  std::vector<std::size_t> begin_{0};
  double mean_run_ = 1;
};

}  // namespace sparlab::model
