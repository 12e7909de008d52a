#include "inputs/files/random.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <utility>
#include <vector>

#include "model/base/contract.hpp"

namespace sparlab::inputs {
namespace {

__extension__ using Wide = unsigned __int128;

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
    if (i + 1 == drawn.size() && universe % 64 != 0)
      word &= (std::uint64_t{1} << (universe % 64)) - 1;
    for (; word != 0; word &= word - 1)
      chosen.push_back(i * 64 + static_cast<std::uint64_t>(std::countr_zero(word)));
  }
  return chosen;
}

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

Random::Random(std::uint64_t seed, Purpose purpose, std::uint64_t stream)
    : inner_key_(mix(mix(seed) + static_cast<std::uint64_t>(purpose))),
      outer_key_(mix(inner_key_ + mix(stream + 0x9e3779b97f4a7c15ULL))) {}

// Lemire, ACM TOMACS 29 (2019): the high half of a product, rejecting the few low halves that would
// bias the result.
std::uint64_t Random::below(std::uint64_t bound) {
  SPARLAB_EXPECTS(bound >= 1);
  Wide product = static_cast<Wide>(next()) * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t rejected = (0 - bound) % bound;
    while (static_cast<std::uint64_t>(product) < rejected)
      product = static_cast<Wide>(next()) * bound;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

std::vector<std::uint64_t> random_subset(std::uint64_t universe, std::uint64_t count,
                                         Random& random) {
  SPARLAB_EXPECTS(count <= universe);
  if (count == 0) return {};
  return count >= universe / 64 ? by_bitmap(universe, count, random)
                                : by_sorting(universe, count, random);
}

RandomPermutation::RandomPermutation(std::uint64_t universe, std::uint64_t seed)
    : universe_(universe), half_bits_((static_cast<int>(std::bit_width(universe - 1)) + 1) / 2) {
  SPARLAB_EXPECTS(universe >= 1 && universe <= std::uint64_t{1} << 62);
  Random random(seed, Purpose::permutation, 0);
  for (std::uint64_t& key : keys_) key = random.next();
}

std::uint64_t RandomPermutation::operator()(std::uint64_t number) const {
  SPARLAB_EXPECTS(number < universe_);
  const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
  do {
    std::uint64_t left = number >> half_bits_;
    std::uint64_t right = number & mask;
    for (const std::uint64_t key : keys_) {
      const std::uint64_t next = left ^ (mix(right + key) & mask);
      left = right;
      right = next;
    }
    number = left << half_bits_ | right;
  } while (number >= universe_);
  return number;
}

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

}  // namespace sparlab::inputs
