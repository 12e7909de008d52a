#include "model/parameters/schedules.hpp"

#include <algorithm>

#include "model/base/contract.hpp"

namespace sparlab::model {
namespace {

std::vector<std::uint64_t> prime_factors(std::uint64_t number) {
  std::vector<std::uint64_t> factors;
  for (std::uint64_t factor = 2; factor <= number / factor; ++factor)
    for (; number % factor == 0; number /= factor) factors.push_back(factor);
  if (number > 1) factors.push_back(number);
  std::ranges::reverse(factors);
  return factors;
}

/// Whether the product of `factors` is `product`; safe from overflow.
bool multiply_to(const std::vector<std::uint64_t>& factors, std::uint64_t product) {
  for (const std::uint64_t factor : factors) {
    if (product % factor != 0) return false;
    product /= factor;
  }
  return product == 1;
}

/// Whether base^exponent >= bound, without rounding or overflow.
bool power_reaches(std::uint64_t base, std::uint64_t exponent, std::uint64_t bound) {
  std::uint64_t power = 1;
  for (std::uint64_t i = 0; i < exponent; ++i) {
    if (power > bound / base) return true;
    power *= base;
    if (power >= bound || base == 1) break;
  }
  return power >= bound;
}

/// The smallest integer r with r^depth >= partitions.
std::uint64_t root_above(std::uint64_t partitions, std::uint64_t depth) {
  std::uint64_t low = 1;
  std::uint64_t high = partitions;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (power_reaches(middle, depth, partitions))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

}  // namespace

void KylixParameters::check(const Shape& shape) const {
  if (!reuse) refuse_without_effect(*this, "calls", "reuse=true");
  if (degrees.empty() || multiply_to(degrees, shape.ranks)) return;
  throw ParameterError("degrees", write_value(degrees),
                       "degrees whose product is P = " + write_value(shape.ranks) + ", e.g. " +
                           write_value(prime_factors(shape.ranks)));
}

std::vector<std::uint64_t> KylixParameters::layers(std::uint64_t ranks) const {
  return degrees.empty() ? prime_factors(ranks) : degrees;
}

std::vector<std::uint64_t> shuffle_rounds(std::uint64_t partitions, std::uint64_t depth) {
  SPARLAB_EXPECTS(partitions >= 1 && depth >= 1);
  const std::uint64_t scale = std::max<std::uint64_t>(root_above(partitions, depth), 2);
  std::vector<std::uint64_t> rounds{partitions};
  while (rounds.back() > scale + (rounds.back() - 1) / scale + 1)
    rounds.push_back(rounds.back() / scale);
  return rounds;
}

}  // namespace sparlab::model
