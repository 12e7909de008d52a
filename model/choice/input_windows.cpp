#include "model/choice/input_windows.hpp"

#include <algorithm>
#include <bit>

#include "model/base/mix64.hpp"
#include "model/base/range.hpp"

namespace sparlab::model {
namespace {

/// The half of a window that a bit for each level chooses.
Range half(Range window, std::uint64_t bits, int level) {
  const std::uint64_t middle = window.lo + window.size() / 2;
  const bool upper = (bits >> ((level - 1) % 64) & 1) != 0;
  return upper ? Range{middle, window.hi} : Range{window.lo, middle};
}

constexpr std::uint64_t kOddFactor = 0x9e3779b97f4a7c15;
static_assert(std::has_single_bit(kSampleStrata));

std::uint64_t largest_stratum(Range universe) { return part_of(universe, 0, kSampleStrata).size(); }

/// Halvings until at most `size` indices are left of the largest stratum, halves rounded up.
int halvings_to(std::uint64_t size, Range universe) {
  int level = 0;
  for (std::uint64_t width = largest_stratum(universe); width > size; width -= width / 2) ++level;
  return level;
}

}  // namespace

Range sample_window(Range universe, std::size_t stratum, int level) {
  Range window = part_of(universe, stratum, kSampleStrata);
  const std::uint64_t bits = mix64(stratum);
  int reached = 0;
  while (reached < level && window.size() > 1) window = half(window, bits, ++reached);
  while (reached < level) window = narrowed_window(universe, stratum, window, ++reached);
  return window;
}

Range narrowed_window(Range universe, std::size_t stratum, Range window, int level) {
  if (window.size() > 1) return half(window, mix64(stratum), level);
  const int vanishing = level - halvings_to(1, universe);
  if (vanishing <= 0) return window;
  // Numbers in an order without a pattern, each once: one bit of them decides which half is left.
  const std::uint64_t order = stratum * kOddFactor % kSampleStrata;
  if (order % (std::uint64_t{1} << std::min(vanishing, 63)) != 0) window.hi = window.lo;
  return window;
}

int first_sample_level(Range universe) {
  return halvings_to(std::uint64_t{1} << kPositionBits, universe);
}

int last_sample_level(Range universe) {
  return halvings_to(1, universe) + std::countr_zero(kSampleStrata);
}

int bin_shift(Range universe, std::uint64_t ranks) {
  const std::uint64_t largest_bin = part_of(universe, 0, kInputBins).size();
  const auto bits = static_cast<int>(std::bit_width(largest_bin) + std::bit_width(ranks));
  return std::max(0, bits - 32);
}

}  // namespace sparlab::model
