#include <rapidcheck.h>

#include <cmath>
#include <limits>

#include "algos/kernels/hash_union.hpp"
#include "algos/kernels/merge.hpp"
#include "algos/kernels/tiled_union.hpp"
#include "tests/algos/kernels/streams.hpp"
#include "tests/catch.hpp"

namespace sparlab::algos::kernels::testing {
namespace {

template <class Value, class Index>
std::vector<CooView<Value, Index>> views(const std::vector<Stream<Value, Index>>& inputs) {
  std::vector<CooView<Value, Index>> result;
  for (const auto& input : inputs) result.push_back(input.view());
  return result;
}

template <class Value, class Index>
std::size_t total(const std::vector<Stream<Value, Index>>& inputs) {
  std::size_t sum = 0;
  for (const auto& input : inputs) sum += input.indices.size();
  return sum;
}

template <class Value, class Index>
Stream<Value, Index> merged(const std::vector<Stream<Value, Index>>& inputs, std::uint64_t lo,
                            std::uint64_t hi, const Reduction<Value>& op) {
  const auto inputs_views = views(inputs);
  Room<Value, Index> room(std::min<std::uint64_t>(hi - lo, total(inputs)));
  return room.first(
      merge_many(std::span<const CooView<Value, Index>>(inputs_views), lo, hi, op, room.out()));
}

template <class Value, class Index>
Stream<Value, Index> hash_merged(const std::vector<Stream<Value, Index>>& inputs,
                                 const Reduction<Value>& op) {
  const auto inputs_views = views(inputs);
  Room<Value, Index> room(total(inputs));
  HashUnion<Value, Index> hash;
  return room.first(op.visit([&](auto function) {
    return hash.reduce(std::span<const CooView<Value, Index>>(inputs_views), function, room.out());
  }));
}

template <class Value, class Index>
Stream<Value, Index> tile_merged(const std::vector<Stream<Value, Index>>& inputs, std::uint64_t lo,
                                 std::uint64_t hi, const Reduction<Value>& op) {
  const auto inputs_views = views(inputs);
  Room<Value, Index> room(std::min<std::uint64_t>(hi - lo, total(inputs)));
  TiledUnion<Value, Index> tiles;
  return room.first(op.visit([&](auto function) {
    return tiles.reduce(std::span<const CooView<Value, Index>>(inputs_views), lo, hi, function,
                        room.out());
  }));
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("merge_many reduces each index left to right, whatever the method",
                        "[kernels]", StreamTypes) {
  using Value = typename TestType::first_type;
  using Index = typename TestType::second_type;
  for (const auto& reduction : all_reductions<Value>()) {
    CHECK(rc::check(reduction.name, [&] {
      const auto width = *rc::gen::element<std::uint64_t>(1, 10, 100, 3000, 40000, 1u << 30);
      const auto lo = *rc::gen::element<std::uint64_t>(0, 17, 1u << 20);
      const auto most = *rc::gen::element<std::size_t>(1, 5, 100);
      const auto number = *rc::gen::inRange<std::size_t>(0, 12);
      const auto inputs = *rc::gen::container<std::vector<Stream<Value, Index>>>(
          number, any_stream<Value, Index>(most, lo, width));
      const auto expected = reference_union(inputs, reduction.op);
      RC_ASSERT(same(merged(inputs, lo, lo + width, reduction.op), expected));
      RC_ASSERT(same(hash_merged(inputs, reduction.op), expected));
      if (width <= 40000) {
        RC_ASSERT(same(tile_merged(inputs, lo, lo + width, reduction.op), expected));
      }
    }));
  }
}

TEST_CASE("merge_many of 40 large streams equals a map's union", "[kernels]") {
  std::vector<Stream<float, std::uint32_t>> inputs;
  for (std::uint64_t r = 0; r < 40; ++r) {
    inputs.push_back(regular_stream<float, std::uint32_t>(2000 + 97 * r, r % 7, 1 + r % 11));
  }
  for (const auto& [name, op] : all_reductions<float>()) {
    INFO(name);
    const auto expected = reference_union(inputs, op);
    CHECK(same(merged(inputs, 0, 100000, op), expected));
    CHECK(same(merged(inputs, 0, std::uint64_t{1} << 32, op), expected));
  }
}

TEST_CASE("merge_many of streams that share most indices equals a map's union", "[kernels]") {
  for (const unsigned overlap : {40U, 70U, 95U, 100U}) {
    std::vector<Stream<float, std::uint32_t>> inputs;
    for (unsigned seed = 0; seed < 4; ++seed) {
      auto [first, second] = overlapping_streams<float, std::uint32_t>(3000, overlap, seed);
      inputs.push_back(std::move(first));
      inputs.push_back(std::move(second));
    }
    for (const auto& [name, op] : all_reductions<float>()) {
      CAPTURE(name, overlap);
      const auto expected = reference_union(inputs, op);
      CHECK(same(merged(inputs, 0, 3000, op), expected));
      CHECK(same(merged(inputs, 0, std::uint64_t{1} << 32, op), expected));
    }
  }
}

TEST_CASE("merge_many of full streams fits in a room of the range", "[kernels]") {
  const auto full = regular_stream<double, std::uint64_t>(70000, 1000, 1);
  for (std::size_t number : {1, 2, 3, 6}) {
    const std::vector<Stream<double, std::uint64_t>> inputs(number, full);
    const auto op = Reduction<double>::sum();
    CHECK(same(merged(inputs, 1000, 71000, op), reference_union(inputs, op)));
  }
}

TEST_CASE("merge_many skips empty inputs and may have none", "[kernels]") {
  using Input = Stream<float, std::uint32_t>;
  const Input stream{{4, 9}, {1.0f, -0.0f}};
  const auto op = Reduction<float>::sum();
  CHECK(merged<float, std::uint32_t>({}, 0, 10, op).indices.empty());
  CHECK(merged<float, std::uint32_t>({Input{}, Input{}}, 3, 3, op).indices.empty());
  CHECK(same(merged<float, std::uint32_t>({Input{}, stream, Input{}}, 0, 10, op), stream));
}

TEST_CASE("merge_many does not combine single entries with the neutral element", "[kernels]") {
  using Input = Stream<float, std::uint32_t>;
  std::vector<Input> inputs;
  for (std::uint32_t i = 0; i < 8; ++i) inputs.push_back({{i}, {-0.0f}});
  const Input expected{{0, 1, 2, 3, 4, 5, 6, 7}, std::vector<float>(8, -0.0f)};
  const auto op = Reduction<float>::sum();
  CHECK(same(merged(inputs, 0, 8, op), expected));
  CHECK(same(merged(inputs, 0, std::uint64_t{1} << 32, op), expected));
}

TEST_CASE("merge_many rounds as the left-to-right sum does", "[kernels]") {
  using Input = Stream<float, std::uint32_t>;
  // (1e8 + 1) + 1 - 1e8 is 0 in float; any other association gives a different result.
  std::vector<Input> inputs;
  for (const float value : {1e8f, 1.0f, 1.0f, -1e8f}) inputs.push_back({{3}, {value}});
  for (const std::uint64_t hi : {std::uint64_t{4}, std::uint64_t{1} << 32}) {
    const auto sum = merged(inputs, 0, hi, Reduction<float>::sum());
    CHECK(same(sum, Input{{3}, {0.0f}}));
  }
}

TEMPLATE_TEST_CASE("merge_many handles the extremes of the index type", "[kernels]", std::uint32_t,
                   std::uint64_t) {
  // A 64-bit universe ends at 2^64 - 1, since its end must be a number too.
  constexpr std::uint64_t hi = sizeof(TestType) == 4 ? std::uint64_t{1} << 32 : ~std::uint64_t{0};
  const auto last = static_cast<TestType>(hi - 1);
  const std::vector<Stream<double, TestType>> inputs(
      6, {{TestType(last - 3), TestType(last - 1), last}, {1, 2, 3}});
  const auto op = Reduction<double>::sum();
  const auto expected = reference_union(inputs, op);
  CHECK(same(merged(inputs, 0, hi, op), expected));
  CHECK(same(merged(inputs, last - 3, hi, op), expected));
  CHECK(same(merged(inputs, last - 60, hi, op), expected));
}

}  // namespace sparlab::algos::kernels::testing
