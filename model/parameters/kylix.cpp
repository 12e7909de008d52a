#include "model/parameters/kylix.hpp"

#include <algorithm>

namespace sparlab::model {
namespace {

std::vector<std::uint64_t> prime_factors(std::uint64_t number) {
  std::vector<std::uint64_t> factors;
  for (std::uint64_t factor = 2; factor <= number / factor; ++factor) {
    for (; number % factor == 0; number /= factor) factors.push_back(factor);
  }
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

}  // namespace sparlab::model
