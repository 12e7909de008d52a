#include <rapidcheck.h>

#include <limits>

#include "algos/kernels/coo.hpp"
#include "tests/algos/kernels/streams.hpp"
#include "tests/catch.hpp"

namespace sparlab::algos::kernels::testing {
namespace {

template <class Index>
bool increasing(const std::vector<Index>& indices, std::uint64_t lo, std::uint64_t hi) {
  return strictly_increasing_in(std::span<const Index>(indices), lo, hi);
}

template <class Index>
std::vector<std::size_t> split(const std::vector<Index>& indices,
                               const std::vector<std::uint64_t>& boundaries) {
  return split_positions(std::span<const Index>(indices),
                         std::span<const std::uint64_t>(boundaries));
}

}  // namespace

TEMPLATE_TEST_CASE("strictly_increasing_in accepts exactly sorted unique indices of the range",
                   "[kernels]", std::uint32_t, std::uint64_t) {
  CHECK(rc::check([] {
    const auto indices =
        *rc::gen::container<std::vector<TestType>>(rc::gen::inRange<TestType>(0, 12));
    const auto lo = *rc::gen::inRange<std::uint64_t>(0, 4);
    const auto hi = *rc::gen::inRange<std::uint64_t>(0, 14);
    bool expected = true;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      expected = expected && lo <= indices[i] && indices[i] < hi;
      expected = expected && (i == 0 || indices[i - 1] < indices[i]);
    }
    RC_ASSERT(increasing(indices, lo, hi) == expected);
  }));
}

TEMPLATE_TEST_CASE("strictly_increasing_in sees a single flaw anywhere in a long stream",
                   "[kernels]", std::uint32_t, std::uint64_t) {
  const std::size_t count = 10000;
  const auto stream = regular_stream<float, TestType>(count, 10, 2);
  REQUIRE(increasing(stream.indices, 10, 10 + 2 * count));
  CHECK_FALSE(increasing(stream.indices, 11, 10 + 2 * count));
  CHECK_FALSE(increasing(stream.indices, 10, 8 + 2 * count));
  for (const std::size_t place : {1ul, 2ul, 4095ul, 4096ul, 4097ul, 8192ul, 9998ul, 9999ul}) {
    auto flawed = stream.indices;
    flawed[place] = flawed[place - 1];
    CHECK_FALSE(increasing(flawed, 0, 1000000));
    flawed[place] = 0;
    CHECK_FALSE(increasing(flawed, 0, 1000000));
  }
}

TEMPLATE_TEST_CASE("strictly_increasing_in compares the extremes of the type as unsigned",
                   "[kernels]", std::uint32_t, std::uint64_t) {
  constexpr TestType last = std::numeric_limits<TestType>::max();
  constexpr std::uint64_t hi = sizeof(TestType) == 4 ? std::uint64_t{1} << 32 : ~std::uint64_t{0};
  CHECK(increasing<TestType>({0, last / 2, last / 2 + 1, last - 1}, 0, hi));
  CHECK_FALSE(increasing<TestType>({0, last / 2 + 1, last / 2, last - 1}, 0, hi));
  CHECK(increasing<TestType>({}, 0, 0));
  CHECK_FALSE(increasing<TestType>({0}, 0, 0));
}

TEMPLATE_TEST_CASE("split_positions equals a linear count of the indices below each boundary",
                   "[kernels]", std::uint32_t, std::uint64_t) {
  CHECK(rc::check([] {
    const auto stream = *any_stream<float, TestType>(200, 0, 1000);
    auto boundaries =
        *rc::gen::container<std::vector<std::uint64_t>>(rc::gen::inRange<std::uint64_t>(0, 1100));
    std::sort(boundaries.begin(), boundaries.end());
    std::vector<std::size_t> expected;
    for (const std::uint64_t boundary : boundaries) {
      expected.push_back(static_cast<std::size_t>(
          std::count_if(stream.indices.begin(), stream.indices.end(),
                        [boundary](TestType index) { return index < boundary; })));
    }
    RC_ASSERT(split(stream.indices, boundaries) == expected);
  }));
}

TEST_CASE("split_positions takes boundaries beyond the index type", "[kernels]") {
  const std::vector<std::uint32_t> indices{0, 5, 4294967295u};
  const std::uint64_t end = std::uint64_t{1} << 32;
  CHECK(split(indices, {0, 5, 6, 4294967295u, end, end + 7}) ==
        std::vector<std::size_t>{0, 1, 2, 2, 3, 3});
  CHECK(split(std::vector<std::uint64_t>{}, {0, 1}) == std::vector<std::size_t>{0, 0});
}

}  // namespace sparlab::algos::kernels::testing
