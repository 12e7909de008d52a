#include "experiments/inputs/radix_sort.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace sparlab::experiments::inputs {
namespace {

constexpr int kDigitBits = 11;
constexpr std::uint64_t kDigits = std::uint64_t{1} << kDigitBits;

/// Sorts stably by the digit at `shift`.
void sort_by_digit(std::span<const std::uint64_t> from, std::span<std::uint64_t> to, int shift) {
  const auto digit = [shift](std::uint64_t number) {
    return static_cast<std::size_t>((number >> shift) % kDigits);
  };
  std::array<std::size_t, kDigits> next{};
  for (const std::uint64_t number : from) ++next[digit(number)];
  std::size_t begin = 0;
  for (std::size_t& place : next) begin += std::exchange(place, begin);
  for (const std::uint64_t number : from) to[next[digit(number)]++] = number;
}

}  // namespace

void radix_sort(std::span<std::uint64_t> numbers, std::uint64_t bound) {
  if (numbers.size() < kDigits) {  // counting digits would take longer than a comparison sort
    std::sort(numbers.begin(), numbers.end());
    return;
  }
  std::vector<std::uint64_t> other(numbers.size());
  std::span<std::uint64_t> from = numbers;
  std::span<std::uint64_t> to = other;
  for (int shift = 0; shift < 64 && (bound - 1) >> shift != 0; shift += kDigitBits) {
    sort_by_digit(from, to, shift);
    std::swap(from, to);
  }
  if (from.data() != numbers.data()) std::copy(from.begin(), from.end(), numbers.begin());
}

}  // namespace sparlab::experiments::inputs
