#include "algos/sketches/hash_family.hpp"

#include "algos/kernels/mix64.hpp"

namespace sparlab::algos::sketches {
namespace {

template <std::size_t kCount>
std::array<std::uint64_t, kCount> random_coefficients(std::uint64_t key) {
  std::array<std::uint64_t, kCount> coefficients;
  for (std::uint64_t& coefficient : coefficients) {
    do {
      key = kernels::mix64(key);
      coefficient = key >> 3;
    } while (coefficient >= kMersenne61);
  }
  return coefficients;
}

/// Different (seed, number) give unrelated keys.
std::uint64_t key_of(std::uint64_t seed, std::uint64_t number) {
  return kernels::mix64(kernels::mix64(seed) ^ number);
}

}  // namespace

RowHash::RowHash(std::uint64_t seed, std::uint64_t row)
    : column_(random_coefficients<2>(key_of(seed, 2 * row))),
      sign_(random_coefficients<4>(key_of(seed, 2 * row + 1))) {}

}  // namespace sparlab::algos::sketches
