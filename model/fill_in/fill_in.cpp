#include "model/fill_in/fill_in.hpp"

#include <algorithm>
#include <cmath>

#include "model/contract.hpp"

namespace sparlab::model {
namespace {

/// 1 - C(n - marked, drawn) / C(n, drawn) for real `drawn`: some of the marked ones are drawn.
double some_of(double marked, double drawn, double n) {
  if (drawn + marked > n) return drawn > 0 ? 1 : 0;
  const double log_none = std::lgamma(n - marked + 1) - std::lgamma(n - marked - drawn + 1) -
                          std::lgamma(n + 1) + std::lgamma(n - drawn + 1);
  return -std::expm1(log_none);
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
  if (range.size() == 0) return 0;
  const double held = distinct(ranks, range);
  const auto size = static_cast<double>(range.size());
  const std::uint64_t first = range.lo / block;
  const std::uint64_t last = (range.hi - 1) / block;
  const auto live = [&](std::uint64_t indices) {
    return some_of(static_cast<double>(indices), held, size);
  };
  if (first == last) return live(range.size());
  return live((first + 1) * block - range.lo) + live(range.hi - last * block) +
         static_cast<double>(last - first - 1) * live(block);
}

}  // namespace sparlab::model
