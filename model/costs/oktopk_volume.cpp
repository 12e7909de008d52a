#include <algorithm>
#include <bit>
#include <cmath>

#include "model/base/range.hpp"
#include "model/costs/oktopk.hpp"
#include "model/fill_in/fill_in.hpp"

namespace sparlab::model {

namespace {

constexpr double kWordsPerEntry = 2;
constexpr double kWordsPerNumber = 2;

/// Words of an allgather of `total` entries, at most `largest` from each rank. In round t a rank
/// sends 2^t blocks; in the end it has received all blocks but its own.
double allgather_words(std::uint64_t ranks, double total, double largest) {
  double sent = 0;
  for (std::uint64_t distance = 1; distance < ranks; distance *= 2) {
    const auto blocks = static_cast<double>(std::min(distance, ranks - distance));
    sent += std::min(blocks * largest, total);
  }
  return kWordsPerEntry * std::max(sent, ranks > 1 ? total : 0);
}

double balanced_words(const OktopkCall& call) {
  const double slice = std::ceil(call.kept / static_cast<double>(call.ranks));
  return kWordsPerEntry * call.kept + allgather_words(call.ranks, call.kept, slice);
}

double gather_words(const OktopkCall& call, const OktopkParameters& parameters) {
  if (parameters.balance == BalanceRule::never)
    return allgather_words(call.ranks, call.kept, call.kept);
  if (parameters.balance == BalanceRule::always) return balanced_words(call);
  const double mean = call.kept / static_cast<double>(call.ranks);
  const double largest = std::min(call.kept, parameters.balance_factor * mean);
  return std::max(allgather_words(call.ranks, call.kept, largest), balanced_words(call));
}

}  // namespace

OktopkWords oktopk_corrected_words(const OktopkCall& call, const OktopkParameters& parameters) {
  OktopkWords words;
  if (call.ranks == 1) return words;
  const auto peers = static_cast<double>(call.ranks - 1);
  const auto rounds = static_cast<double>(std::bit_width(call.ranks - 1));
  if (call.evaluating && parameters.k == 0) words.agree += kWordsPerNumber * rounds;
  if (call.repartitioning && parameters.boundaries == RegionRule::consensus)
    words.agree += kWordsPerNumber * static_cast<double>(call.ranks) * rounds;
  words.split = kWordsPerEntry * peers * call.chosen;
  if (call.evaluating) {
    words.evaluation = allgather_words(call.ranks, call.reduced, call.reduced);
    if (!parameters.regather) return words;
  }
  words.counts = kWordsPerNumber * peers;
  words.gather = gather_words(call, parameters);
  return words;
}

namespace {

double chosen(const Problem& problem, const OktopkParameters& parameters, std::uint64_t rank) {
  const double held = problem.fill_in->distinct({rank, 1}, problem.whole());
  return parameters.k == 0 ? held : std::min(held, static_cast<double>(parameters.k));
}

/// One rank's cuts; none if it does not vote.
std::vector<std::uint64_t> vote_of(const Problem& problem, const OktopkParameters& parameters,
                                   std::uint64_t rank) {
  const double entries = chosen(problem, parameters, rank);
  if (entries >= static_cast<double>(problem.ranks))
    return equal_count_cuts(*problem.fill_in, {rank, 1}, problem.whole(), problem.ranks);
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
