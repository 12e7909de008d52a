#include "experiments/inputs/random_subset.hpp"

#include <algorithm>
#include <bit>
#include <span>

#include "experiments/inputs/radix_sort.hpp"
#include "model/base/contract.hpp"

namespace sparlab::experiments::inputs {
namespace {

/// Draws with replacement until `count` distinct numbers have been seen. Each round draws as many
/// numbers as are missing, so it never collects too many, and every set is equally likely.
std::vector<std::uint64_t> by_sorting(std::uint64_t universe, std::uint64_t count, Random& random) {
  std::vector<std::uint64_t> chosen;
  chosen.reserve(static_cast<std::size_t>(count));
  while (chosen.size() < count) {
    const auto known = static_cast<std::ptrdiff_t>(chosen.size());
    while (chosen.size() < count) chosen.push_back(random.below(universe));
    radix_sort(std::span(chosen).subspan(static_cast<std::size_t>(known)), universe);
    std::inplace_merge(chosen.begin(), chosen.begin() + known, chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  }
  return chosen;
}

/// The same with one bit per number. If most numbers are chosen, it draws the ones to leave out.
std::vector<std::uint64_t> by_bitmap(std::uint64_t universe, std::uint64_t count, Random& random) {
  const bool majority = count > universe / 2;
  std::vector<std::uint64_t> drawn(static_cast<std::size_t>((universe + 63) / 64), 0);
  for (std::uint64_t missing = majority ? universe - count : count; missing > 0;) {
    const std::uint64_t number = random.below(universe);
    const std::uint64_t bit = std::uint64_t{1} << (number % 64);
    std::uint64_t& word = drawn[static_cast<std::size_t>(number / 64)];
    if ((word & bit) == 0) --missing;
    word |= bit;
  }
  std::vector<std::uint64_t> chosen;
  chosen.reserve(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    std::uint64_t word = majority ? ~drawn[i] : drawn[i];
    if (i + 1 == drawn.size() && universe % 64 != 0) {
      word &= (std::uint64_t{1} << (universe % 64)) - 1;
    }
    for (; word != 0; word &= word - 1) {
      chosen.push_back(i * 64 + static_cast<std::uint64_t>(std::countr_zero(word)));
    }
  }
  return chosen;
}

}  // namespace

std::vector<std::uint64_t> random_subset(std::uint64_t universe, std::uint64_t count,
                                         Random& random) {
  SPARLAB_EXPECTS(count <= universe);
  if (count == 0) return {};
  return count >= universe / 64 ? by_bitmap(universe, count, random)
                                : by_sorting(universe, count, random);
}

}  // namespace sparlab::experiments::inputs
