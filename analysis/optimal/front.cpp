#include "analysis/optimal/front.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "analysis/optimal/learning_bound.hpp"
#include "analysis/optimal/schedule_search.hpp"

namespace sparlab::analysis::optimal {
namespace {

/// Sums of the same numbers in other orders differ by less.
constexpr double kRoundingOfSums = 1e-9;

/// Bytes alone keep states that are cheap because they are behind; some schedules need others.
constexpr std::array kInputWeights = {0.0, 0.3, 1.0};

void improve(FrontRow& row, const SumBytes& sizes, const LearningBound& bound, std::size_t width) {
  const auto ranks = static_cast<double>(sizes.size() - 1);
  for (const double weight : kInputWeights) {
    if (row.is_optimal() || row.is_best_of_groups) return;
    row.is_best_of_groups = true;
    for (const Group& group : groups_of(sizes.size() - 1)) {
      FoundSchedule found = find_schedule(group, sizes, bound,
                                          {.rounds = row.rounds,
                                           .below = row.bytes * ranks * (1 - kRoundingOfSums),
                                           .width = width,
                                           .input_weight = weight});
      row.is_best_of_groups = row.is_best_of_groups && found.is_best;
      if (!found.schedule) continue;
      row.schedule = std::move(found.schedule);
      row.bytes = row.schedule->rank_bytes(sizes);
    }
  }
}

}  // namespace

bool FrontRow::is_optimal() const { return bytes <= bound_bytes * (1 + kRoundingOfSums); }

std::vector<FrontRow> schedule_front(const SumBytes& sizes, std::size_t width) {
  const std::size_t ranks = sizes.size() - 1;
  const LearningBound bound(sizes);
  const auto bound_of = [&](std::size_t rounds) {
    return bound.to_go(own_inputs(ranks), rounds) / static_cast<double>(ranks);
  };
  std::vector<FrontRow> front;
  FrontRow row;
  row.bytes = std::numeric_limits<double>::infinity();
  for (row.rounds = 1; row.rounds <= 2 * (ranks - 1); ++row.rounds) {
    row.bound_bytes = bound_of(row.rounds);
    if (std::isinf(row.bound_bytes)) continue;
    row.is_best_of_groups = false;
    improve(row, sizes, bound, width);
    if (front.empty() || row.bound_bytes < front.back().bound_bytes ||
        row.bytes < front.back().bytes)
      front.push_back(row);
  }
  return front;
}

}  // namespace sparlab::analysis::optimal
