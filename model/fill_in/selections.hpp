#pragma once

#include <algorithm>

namespace sparlab::model {

/// Entries of the union of selections over one range. Only the sizes of the selections are known.
/// They are assumed to overlap in the same proportion as the whole inputs, which hold `uncut`
/// entries together, `distinct` of them distinct. `held` is the sum of the selections' sizes.
/// `largest` is the largest of them, a lower bound of the union.
inline double united_selections(double distinct, double uncut, double held, double largest) {
  return uncut > 0 ? std::max(largest, distinct * (held / uncut)) : largest;
}

}  // namespace sparlab::model
