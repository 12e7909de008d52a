#include <algorithm>

#include "model/base/range.hpp"
#include "model/costs/oktopk.hpp"
#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {
namespace {

double chosen(const Problem& problem, const OktopkParameters& parameters, std::uint64_t rank) {
  const double held = problem.fill_in->distinct({rank, 1}, problem.whole());
  return parameters.k == 0 ? held : std::min(held, static_cast<double>(parameters.k));
}

/// One rank's cuts; none if it does not vote.
std::vector<std::uint64_t> vote_of(const Problem& problem, const OktopkParameters& parameters,
                                   std::uint64_t rank) {
  const double entries = chosen(problem, parameters, rank);
  if (entries >= static_cast<double>(problem.ranks)) {
    return equal_count_cuts(*problem.fill_in, {rank, 1}, problem.whole(), problem.ranks);
  }
  if (parameters.form == OktopkForm::corrected || entries < 1) return {};
  const std::uint64_t first =
      position_of_count(*problem.fill_in, {rank, 1}, problem.whole(), 1) - 1;
  return std::vector<std::uint64_t>(static_cast<std::size_t>(problem.ranks - 1), first);
}

}  // namespace

std::vector<std::uint64_t> oktopk_regions(const Problem& problem,
                                          const OktopkParameters& parameters) {
  std::vector<std::uint64_t> regions = boundaries(problem.whole(), problem.ranks);
  if (parameters.boundaries == RegionRule::equal || problem.ranks == 1) return regions;
  const bool alike = problem.fill_in->symmetry() != Symmetry::none;
  std::vector<std::uint64_t> sums(static_cast<std::size_t>(problem.ranks - 1), 0);
  std::uint64_t voters = 0;
  for (std::uint64_t rank = 0; rank < (alike ? 1 : problem.ranks); ++rank) {
    const auto vote = vote_of(problem, parameters, rank);
    if (vote.empty()) continue;
    ++voters;
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += vote[i];
  }
  if (voters == 0) return regions;
  for (std::size_t i = 0; i < sums.size(); ++i) regions[i + 1] = sums[i] / voters;
  return regions;
}

}  // namespace sparlab::model
