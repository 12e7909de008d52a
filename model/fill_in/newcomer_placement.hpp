#pragma once

#include <cstdint>
#include <vector>

namespace sparlab::model {

/// Where indices appear that no recorded rank holds: near indices that only one rank holds.
///
/// The universe is cut into equal blocks. A block with u unseen indices and s singletons (indices
/// held once) gets u(1 - exp(-h (s + u/U) / u)) newcomers, U the unseen of all blocks; h is solved
/// for such that all blocks together get the wanted number. So few newcomers are shared out in
/// proportion to the singletons, no block gets more than it has room for, and shares never
/// decrease when the total grows. The term u/U, one singleton spread over the whole universe,
/// lets blocks without singletons fill in the end.
class NewcomerPlacement {
 public:
  /// One entry a block; some block has room.
  NewcomerPlacement(std::vector<double> unseen, std::vector<double> singletons);

  /// The newcomers of each block, which sum to `total`; 0 <= total <= all unseen.
  /// O(blocks) times some tens of iterations.
  std::vector<double> place(double total) const;

 private:
  std::vector<double> at(double hazard) const;

  std::vector<double> unseen_;
  std::vector<double> rate_;
  double all_unseen_ = 0;
  double all_rates_ = 0;
};

}  // namespace sparlab::model
