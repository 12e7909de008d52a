#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <vector>

#include "analysis/optimal/group.hpp"
#include "analysis/optimal/learned.hpp"

namespace sparlab::analysis::optimal {

/// What one rank holds of one part: sums over disjoint sets of inputs. It may send one of them, or
/// several as their sum.
class Holding {
 public:
  RankSet learned() const;
  /// All that it can send.
  std::vector<RankSet> sums() const;
  /// Whether a sum brings news, and can be used: what it shares with sums that are held is all of
  /// them, which it then replaces.
  bool can_use(RankSet sum) const;
  void receive(RankSet sum);
  /// With all ranks plus `shift`.
  Holding renamed(const Group& group, std::size_t shift) const;

  friend auto operator<=>(const Holding&, const Holding&) = default;

 private:
  std::array<RankSet, kMostRanks> sum_of_{};  ///< by input, the sum that contains it; 0: none
};

/// By rank.
using Holdings = std::array<Holding, kMostRanks>;

Holdings own_holdings(std::size_t ranks);

}  // namespace sparlab::analysis::optimal
