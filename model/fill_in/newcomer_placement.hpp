#pragma once

#include <cstdint>
#include <vector>

namespace sparlab::model {

/// Places indices that no recorded rank holds near indices that only one rank holds.
///
/// The universe is cut into equal blocks. A block with u unseen indices and s singletons (indices
/// held once) gets u(1 - exp(-h (s + u/U) / u)) newcomers, where U is the number of unseen indices
/// of all blocks. The class solves for the h at which all blocks together get the wanted number. A
/// few newcomers are thus distributed in proportion to the singletons, no block gets more than it
/// has room for, and shares never decrease when the total grows. The term u/U, one singleton spread
/// over the whole universe, lets blocks without singletons fill up eventually.
class NewcomerPlacement {
 public:
  /// One element per block; at least one block has room.
  NewcomerPlacement(std::vector<double> unseen, std::vector<double> singletons);

  /// The newcomers of each block, which sum to `total`; 0 <= total <= all unseen. O(blocks) for
  /// each of a few tens of iterations.
  std::vector<double> place(double total) const;

 private:
  std::vector<double> at(double hazard) const;

  std::vector<double> unseen_;
  std::vector<double> rate_;
  double all_unseen_ = 0;
  double all_rates_ = 0;
};

}  // namespace sparlab::model
