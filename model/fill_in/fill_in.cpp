#include "model/fill_in/fill_in.hpp"

#include <algorithm>
#include <cmath>

#include "model/base/contract.hpp"
#include "model/fill_in/occupancy.hpp"

namespace sparlab::model {
namespace {

/// 1 - C(n - marked, drawn) / C(n, drawn) for real `drawn`: the probability that some marked
/// element is drawn.
double some_of(double marked, double drawn, double n) {
  if (drawn + marked > n) return drawn > 0 ? 1 : 0;
  return -std::expm1(log_falling_ratio(n - drawn, n, marked));
}

/// Like position_of_count, for an answer of at least `low`.
std::uint64_t bisect(const FillIn& fill_in, Ranks ranks, Range range, double entries,
                     std::uint64_t low) {
  std::uint64_t high = range.hi;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (fill_in.distinct(ranks, {range.lo, middle}) >= entries)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

}  // namespace

double expected_runs(double entries, double elements) {
  return elements > 0 ? entries * (elements - entries + 1) / elements : 0;
}

double FillIn::runs(Ranks ranks, Range range) const {
  return expected_runs(distinct(ranks, range), static_cast<double>(range.size()));
}

double FillIn::live_blocks(Ranks ranks, Range range, std::uint64_t block) const {
  SPARLAB_EXPECTS(block >= 1);
  const double held = distinct(ranks, range);
  const auto size = static_cast<double>(range.size());
  return sum_over_blocks(range, block, [&](std::uint64_t indices) {
    return some_of(static_cast<double>(indices), held, size);
  });
}

std::uint64_t position_of_count(const FillIn& fill_in, Ranks ranks, Range range, double entries) {
  return bisect(fill_in, ranks, range, entries, range.lo);
}

std::vector<std::uint64_t> equal_count_cuts(const FillIn& fill_in, Ranks ranks, Range range,
                                            std::uint64_t parts) {
  SPARLAB_EXPECTS(parts > 0);
  const double total = fill_in.distinct(ranks, range);
  std::vector<std::uint64_t> cuts;
  cuts.reserve(static_cast<std::size_t>(parts - 1));
  for (std::uint64_t i = 1; i < parts; ++i) {
    const double entries = static_cast<double>(i) * total / static_cast<double>(parts);
    cuts.push_back(bisect(fill_in, ranks, range, entries, cuts.empty() ? range.lo : cuts.back()));
  }
  return cuts;
}

}  // namespace sparlab::model
