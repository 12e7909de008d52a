#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algos/kernels/hash.hpp"
#include "algos/selectors/magnitude.hpp"

namespace sparlab::algos::selectors {

/// The keys of `size` values, one at a random place of each of as many strata: at random places, so
/// that a sample cannot resonate with a period of the vector. 0 < size <= values.size().
template <class Value>
std::vector<MagnitudeKey<Value>> sampled_keys(std::span<const Value> values, std::size_t size,
                                              std::uint64_t seed) {
  std::vector<MagnitudeKey<Value>> sample(size);
  const std::size_t stratum = values.size() / size;
  const std::size_t longer = values.size() % size;  // strata with one more value come first
  std::size_t begin = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t length = stratum + (i < longer ? 1 : 0);
    sample[i] = magnitude_key(values[begin + kernels::mix64(seed ^ i) % length]);
    begin += length;
  }
  return sample;
}

}  // namespace sparlab::algos::selectors
