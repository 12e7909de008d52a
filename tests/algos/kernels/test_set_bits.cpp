#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "algos/kernels/set_bits.hpp"
#include "tests/catch.hpp"

using namespace sparlab::algos::kernels;

TEST_CASE("set bits are counted and listed in order, with and without bit instructions") {
  std::mt19937_64 generator(1);
  for (const unsigned part : {0U, 1U, 3U, 9U, 12U, 50U, 99U, 100U}) {  // per cent of the bits
    for (const std::size_t number : {0, 1, 2, 63, 255, 256}) {
      std::vector<std::uint64_t> words(number);
      std::vector<std::uint32_t> expected;
      for (std::size_t bit = 0; bit < number * kWordBits; ++bit) {
        if (generator() % 100 >= part) continue;
        words[bit / kWordBits] |= std::uint64_t{1} << bit % kWordBits;
        expected.push_back(static_cast<std::uint32_t>(bit));
      }
      CAPTURE(part, number);
      CHECK(count_bits(words.data(), number) == expected.size());
      CHECK(portable_count_bits(words.data(), number) == expected.size());
      for (const auto list : {positions_of_bits, portable_positions_of_bits}) {
        std::vector<std::uint32_t> positions(expected.size() + kWordBits);
        positions.resize(list(words.data(), number, positions.data()));
        CHECK(positions == expected);
      }
    }
  }
}
