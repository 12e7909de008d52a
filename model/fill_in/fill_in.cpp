#include "model/fill_in/fill_in.hpp"

#include <algorithm>
#include <cmath>

#include "model/base/contract.hpp"
#include "model/fill_in/block_cuts.hpp"
#include "model/fill_in/hypergeometric.hpp"

namespace sparlab::model {
namespace {

/// 1 - C(n - marked, drawn) / C(n, drawn) for real `drawn`: the probability that some marked
/// element is drawn.
double some_of(double marked, double drawn, double n) {
  if (drawn + marked > n) return drawn > 0 ? 1 : 0;
  return -std::expm1(log_falling_ratio(n - drawn, n, marked));
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

}  // namespace sparlab::model
