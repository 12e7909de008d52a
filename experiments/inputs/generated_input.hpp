#pragma once

#include <cstdint>
#include <vector>

#include "experiments/inputs/input.hpp"

namespace sparlab::experiments::inputs {

/// The common part of generated inputs: any number of ranks, and values that are nonzero integers
/// in [-8, 8], so that sums of up to 2^21 ranks are exact even in float.
class GeneratedInput : public Input {
 public:
  std::uint64_t universe() const final { return universe_; }
  std::uint64_t max_ranks() const final;
  bool exact_sums() const final { return true; }
  Entries rank_entries(std::uint64_t rank) const final;

 protected:
  /// universe >= 1.
  GeneratedInput(std::uint64_t universe, std::uint64_t seed);

  std::uint64_t seed() const { return seed_; }
  /// The support of one rank, strictly increasing. It depends on (seed, rank) alone.
  virtual std::vector<std::uint64_t> rank_indices(std::uint64_t rank) const = 0;

 private:
  std::uint64_t universe_;
  std::uint64_t seed_;
};

}  // namespace sparlab::experiments::inputs
