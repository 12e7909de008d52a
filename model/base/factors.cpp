#include "model/base/factors.hpp"

#include <algorithm>

namespace sparlab::model {

std::vector<std::uint64_t> prime_factors(std::uint64_t number) {
  std::vector<std::uint64_t> factors;
  for (std::uint64_t factor = 2; factor <= number / factor; ++factor)
    for (; number % factor == 0; number /= factor) factors.push_back(factor);
  if (number > 1) factors.push_back(number);
  std::ranges::reverse(factors);
  return factors;
}

std::vector<std::uint64_t> divisors_of(std::uint64_t number) {
  std::vector<std::uint64_t> divisors;
  for (std::uint64_t low = 1; low <= number / low; ++low) {
    if (number % low != 0) continue;
    if (low > 1) divisors.push_back(low);
    if (low < number / low) divisors.push_back(number / low);
  }
  std::ranges::sort(divisors);
  return divisors;
}

bool multiply_to(const std::vector<std::uint64_t>& factors, std::uint64_t product) {
  for (const std::uint64_t factor : factors) {
    if (product % factor != 0) return false;
    product /= factor;
  }
  return product == 1;
}

}  // namespace sparlab::model
