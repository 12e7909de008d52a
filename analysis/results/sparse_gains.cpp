#include "analysis/results/sparse_gains.hpp"

#include <algorithm>

#include "analysis/results/standing.hpp"

namespace sparlab::analysis {

const SparseGains::Place* SparseGains::greatest() const {
  const auto found = std::ranges::max_element(places, {}, &Place::gain);
  return found == places.end() ? nullptr : &*found;
}

SparseGains sparse_gains(const Panel& panel, experiments::Engine engine) {
  SparseGains gains;
  for (const double position : panel.positions) {
    const auto standing = standing_at(panel, engine, position);
    if (!standing || standing->best_sparse == nullptr) continue;
    const auto gain = standing->gain(*standing->best_sparse);
    if (!gain) continue;
    gains.places.push_back({position, *gain});
    if (*gain >= 1) gains.dense_from.reset();
    if (*gain < 1 && !gains.dense_from) gains.dense_from = position;
  }
  return gains;
}

}  // namespace sparlab::analysis
