#include "experiments/inputs/random_permutation.hpp"

#include <bit>

#include "experiments/inputs/random.hpp"
#include "model/base/contract.hpp"

namespace sparlab::experiments::inputs {

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

}  // namespace sparlab::experiments::inputs
