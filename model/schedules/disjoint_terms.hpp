#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {

/// Writes sets of ranks as unions of disjoint ones.
class DisjointTerms {
 public:
  /// The fewest of `sets` whose disjoint union is `whole`, by their lowest ranks; of equally few,
  /// those whose first terms are largest as numbers. Empty if there are none. All sets are part of
  /// the whole, each listed once.
  ///
  /// Errors  ScheduleError: the searches of all calls take more than kMostSteps steps together.
  std::vector<RankSet> of(RankSet whole, std::span<const RankSet> sets);

 private:
  static constexpr std::uint64_t kMostSteps = 2'000'000;

  /// Of what is left to be covered.
  struct Cover {
    std::size_t terms = 0;
    RankSet first = 0;  ///< 0: there is none
  };
  Cover best(RankSet left);

  std::vector<std::vector<RankSet>> with_lowest_;  ///< by lowest rank, largest first
  std::unordered_map<RankSet, Cover> known_;
  std::uint64_t steps_ = 0;
};

}  // namespace sparlab::model
