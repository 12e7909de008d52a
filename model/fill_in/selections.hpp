#pragma once

#include <algorithm>

namespace sparlab::model {

/// Entries of the union of selections over one range. Nothing is known of a selection but its size:
/// selections are taken to overlap in the share in which the whole inputs do, which hold `uncut`
/// entries together and `distinct` of them are distinct. `held` is the sum of the selections' sizes
/// and `largest` the largest of them, below which no union is.
inline double united_selections(double distinct, double uncut, double held, double largest) {
  return uncut > 0 ? std::max(largest, distinct * (held / uncut)) : largest;
}

}  // namespace sparlab::model
