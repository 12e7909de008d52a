#include <cstdint>
#include <vector>

#include "algos/error_feedback/held_back.hpp"
#include "tests/catch.hpp"

using sparlab::algos::Range;
using sparlab::algos::error_feedback::HeldBack;
using sparlab::algos::error_feedback::left_of;
using Stream = sparlab::algos::SparseStream<float, std::uint32_t>;

namespace {

Stream stream(Range range, std::vector<std::uint32_t> indices, std::vector<float> values) {
  return {range, indices, values};
}

std::vector<std::uint32_t> indices_of(const Stream& held) {
  return {held.indices().begin(), held.indices().end()};
}

std::vector<float> values_of(const Stream& held) {
  return {held.values().begin(), held.values().end()};
}

}  // namespace

TEST_CASE("what is left of a stream keeps its range and order") {
  const Stream left = left_of(stream({0, 9}, {1, 3, 8}, {1, 2, 3}), stream({0, 9}, {0, 3}, {7, 7}));
  CHECK(left.range() == Range{0, 9});
  CHECK(indices_of(left) == std::vector<std::uint32_t>{1, 8});
  CHECK(values_of(left) == std::vector<float>{1, 3});
}

TEST_CASE("parts that overlap add up in what is held back, over the whole range") {
  HeldBack held;
  held.add_parts({stream({4, 8}, {4, 6}, {1, 2}), stream({4, 8}, {6, 7}, {3, 4})}, {0, 10});
  CHECK(held.stream().range() == Range{0, 10});
  CHECK(indices_of(held.stream()) == std::vector<std::uint32_t>{4, 6, 7});
  CHECK(values_of(held.stream()) == std::vector<float>{1, 5, 4});
  held.add_parts({stream({4, 8}, {4}, {-1})}, {0, 10});
  CHECK(values_of(held.stream()) == std::vector<float>{0, 5, 4});
}

TEST_CASE("no parts leave what is held as it is, dense or not") {
  HeldBack held;
  held.add_parts({}, {0, 10});
  CHECK(held.stream().count() == 0);
  auto dense = Stream::uninitialised_dense({0, 3});
  for (float& value : dense.mutable_values()) value = 1;
  held.add(dense);
  held.add_parts({stream({1, 2}, {1}, {2})}, {0, 3});
  CHECK(values_of(held.stream()) == std::vector<float>{1, 3, 1});
  CHECK(values_of(dense) == std::vector<float>{1, 1, 1});
}
