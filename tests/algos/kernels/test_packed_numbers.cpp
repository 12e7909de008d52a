#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "algos/kernels/packed_numbers.hpp"
#include "tests/catch.hpp"

using namespace sparlab::algos::kernels;

TEST_CASE("packed numbers of all widths are read from any place, within the field") {
  std::mt19937_64 generator(1);
  for (int width = 0; width <= 32; ++width) {
    std::vector<std::uint32_t> numbers(100);
    std::vector<std::byte> field((numbers.size() * static_cast<std::size_t>(width) + 7) / 8);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = static_cast<std::uint32_t>(generator() & ((std::uint64_t{1} << width) - 1));
      for (std::size_t bit = 0; bit < static_cast<std::size_t>(width); ++bit) {
        const std::size_t at = i * static_cast<std::size_t>(width) + bit;
        field[at / 8] |= static_cast<std::byte>((numbers[i] >> bit & 1) << at % 8);
      }
    }
    for (const std::size_t first : {0, 1, 7, 8, 13, 99})
      for (const std::size_t count : {0, 1, 7, 16, 87, 100}) {
        if (first + count > numbers.size()) continue;
        CAPTURE(width, first, count);
        const std::span expected = std::span(numbers).subspan(first, count);
        for (const auto unpack : {unpack_numbers, portable_unpack_numbers}) {
          std::vector<std::uint32_t> read(count);
          unpack(field, width, first, read);
          CHECK(std::ranges::equal(read, expected));
        }
      }
  }
}
