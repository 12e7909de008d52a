#include "algos/selectors/radix_select.hpp"

#include <algorithm>
#include <array>

namespace sparlab::algos::selectors {
namespace {

constexpr int kDigitBits = 11;
using Histogram = std::array<std::uint64_t, std::size_t{1} << kDigitBits>;

/// Histogram of the digits from `shift` on, over those keys that agree with `prefix` in all bits
/// above the digit.
template <class Value>
Histogram digit_histogram(std::span<const Value> values, MagnitudeKey<Value> prefix, int shift,
                          int width) {
  constexpr MagnitudeKey<Value> kOne = 1;
  const auto digit_mask = static_cast<MagnitudeKey<Value>>((kOne << width) - 1);
  // Shifts in two steps: there are no bits above the first digit, and a shift must be less than the
  // type's width.
  const auto above = [&](MagnitudeKey<Value> key) { return (key >> shift) >> width; };
  const MagnitudeKey<Value> wanted = above(prefix);
  Histogram histogram{};
  for (const Value value : values) {
    const MagnitudeKey<Value> key = magnitude_key(value);
    if (above(key) == wanted) ++histogram[static_cast<std::size_t>((key >> shift) & digit_mask)];
  }
  return histogram;
}

}  // namespace

template <class Value>
RankedKey<Value> radix_select(std::span<const Value> values, std::uint64_t k, SelectionWork& work) {
  RankedKey<Value> ranked{0, k};
  for (int end = 8 * static_cast<int>(sizeof(Value)) - 1; end > 0;) {
    const int width = std::min(kDigitBits, end);
    const int shift = end - width;
    const Histogram histogram = digit_histogram(values, ranked.key, shift, width);
    std::size_t digit = histogram.size() - 1;
    for (; ranked.ties > histogram[digit]; --digit) ranked.ties -= histogram[digit];
    ranked.key |= static_cast<MagnitudeKey<Value>>(digit) << shift;
    end = shift;
    ++work.passes;
    work.elements_read += values.size();
  }
  return ranked;
}

template RankedKey<float> radix_select(std::span<const float>, std::uint64_t, SelectionWork&);
template RankedKey<double> radix_select(std::span<const double>, std::uint64_t, SelectionWork&);

}  // namespace sparlab::algos::selectors
