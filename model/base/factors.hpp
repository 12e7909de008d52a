#pragma once

#include <cstdint>
#include <vector>

namespace sparlab::model {

/// Largest first; none of 1.
std::vector<std::uint64_t> prime_factors(std::uint64_t number);

/// The divisors of a number from 2 on, in order.
std::vector<std::uint64_t> divisors_of(std::uint64_t number);

/// Whether the product of `factors`, each at least 1, is `product`; safe from overflow.
bool multiply_to(const std::vector<std::uint64_t>& factors, std::uint64_t product);

}  // namespace sparlab::model
