#include "model/schedules/disjoint_terms.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include "model/schedules/schedule_plan.hpp"

namespace sparlab::model {

DisjointTerms::Cover DisjointTerms::best(RankSet left) {
  if (const auto found = known_.find(left); found != known_.end()) return found->second;
  Cover least;
  for (const RankSet set : with_lowest_[static_cast<std::size_t>(std::countr_zero(left))]) {
    if (++steps_ > kMostSteps)
      throw ScheduleError("the schedule", "too many ways to add the sums that ranks hold",
                          "sums of fewer kinds");
    if ((set & ~left) != 0) continue;
    const RankSet rest = left & ~set;
    const Cover cover = rest == 0 ? Cover{0, set} : best(rest);
    if (cover.first == 0) continue;
    if (least.first == 0 || cover.terms + 1 < least.terms) least = {cover.terms + 1, set};
  }
  return known_[left] = least;
}

std::vector<RankSet> DisjointTerms::of(RankSet whole, std::span<const RankSet> sets) {
  with_lowest_.assign(64, {});
  for (const RankSet set : sets)
    with_lowest_[static_cast<std::size_t>(std::countr_zero(set))].push_back(set);
  for (std::vector<RankSet>& same : with_lowest_) std::ranges::sort(same, std::greater<>());
  known_.clear();
  std::vector<RankSet> terms;
  for (RankSet left = whole; left != 0; left &= ~terms.back()) {
    const Cover cover = best(left);
    if (cover.first == 0) return {};
    terms.push_back(cover.first);
  }
  return terms;
}

}  // namespace sparlab::model
