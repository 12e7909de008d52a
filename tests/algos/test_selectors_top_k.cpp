#include <stdexcept>

#include "algos/selectors/block_top_k.hpp"
#include "algos/selectors/bucketed_top_k.hpp"
#include "algos/selectors/exact_top_k.hpp"
#include "algos/selectors/radix_select.hpp"
#include "tests/algos/selector_inputs.hpp"
#include "tests/catch.hpp"

namespace sparlab::algos::selectors::testing {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

template <class Value>
DenseBlock<Value> block_of(const std::vector<Value>& values, u64 first = 0) {
  return {values, first};
}

template <class Value>
void check_exact(const std::vector<Value>& values, u64 k) {
  const auto selection = exact_top_k<u32>(block_of(values), k);
  CAPTURE(k, selection.chosen());
  CHECK(entries_of(selection.entries) == entries_at(values, serial_top_k(values, k)));
}

}  // namespace

TEMPLATE_TEST_CASE("exact top-k equals a stable sort by magnitude, NaN and ties included",
                   "[selectors]", float, double) {
  CHECK(rc::check([] {
    const auto values = *any_values<TestType>();
    const auto k = *rc::gen::inRange<u64>(0, values.size() + 3);
    const auto first = *rc::gen::inRange<u64>(0, u64{1} << 40);
    const auto selection = exact_top_k<u64>(block_of(values, first), k);
    const auto expected = serial_top_k(values, k);
    RC_ASSERT(entries_of(selection.entries) == entries_at(values, expected, first));
    RC_ASSERT(selection.entries.range().lo == first);
    RC_ASSERT(selection.entries.range().hi == first + values.size());
    if (k > values.size()) RC_ASSERT(selection.threshold == TestType{0});
    if (k > 0 && k <= values.size()) {
      RC_ASSERT(bits_of(std::abs(selection.threshold)) ==
                bits_of(std::isnan(values[expected.back()])
                            ? std::abs(std::numeric_limits<TestType>::quiet_NaN())
                            : std::abs(values[expected.back()])));
    }
  }));
}

TEMPLATE_TEST_CASE("exact top-k without zeros gives the nonzeros where there are fewer than k",
                   "[selectors]", float, double) {
  CHECK(rc::check([] {
    const auto values = *any_values<TestType>();
    const auto k = *rc::gen::inRange<u64>(0, values.size() + 3);
    const auto count = std::min<u64>(k, nonzeros(values).size());
    const auto selection = exact_top_k<u32>(block_of(values), k, Zeros::drop);
    const auto expected = serial_top_k(values, count);
    RC_ASSERT(entries_of(selection.entries) == entries_at(values, expected));
    if (k == 0) return;
    const TestType least = count < k ? TestType{0} : values[expected.back()];
    RC_ASSERT(magnitude_key(selection.threshold) == magnitude_key(least));
  }));
}

TEMPLATE_TEST_CASE("radix select finds the key of every rank and counts its ties", "[selectors]",
                   float, double) {
  CHECK(rc::check([] {
    const auto values = *rc::gen::nonEmpty(any_values<TestType>());
    const auto k = *rc::gen::inRange<u64>(1, values.size() + 1);
    SelectionWork work;
    const auto ranked = radix_select(std::span<const TestType>(values), k, work);
    const auto order = serial_top_k(values, k);
    u64 ties = 0;
    for (const std::size_t i : order) ties += magnitude_key(values[i]) == ranked.key;
    RC_ASSERT(ranked.key == magnitude_key(values[order.back()]));
    RC_ASSERT(ranked.ties == ties);
  }));
}

TEMPLATE_TEST_CASE("exact top-k of long vectors is right, whatever the sample guesses",
                   "[selectors]", float, double) {
  const std::size_t count = 300007;
  auto values = normal_values<TestType>(count, 7);
  for (const u64 k : {1, 2, 300, 3000, 150000, 300006, 300007}) check_exact(values, k);
  SECTION("all equal") { values.assign(count, TestType{-2}); }
  SECTION("all zero") { values.assign(count, -TestType{0}); }
  SECTION("all NaN") { values.assign(count, std::numeric_limits<TestType>::quiet_NaN()); }
  SECTION("two magnitudes") {
    for (std::size_t i = 0; i < count; ++i) values[i] = i % 3 == 0 ? TestType{2} : TestType{-1};
  }
  SECTION("denormals") {
    for (auto& value : values) value *= std::numeric_limits<TestType>::min() / 8;
  }
  SECTION("fewer nonzeros than k, in one place") {
    std::fill(values.begin() + 200, values.end(), TestType{0});
  }
  for (const u64 k : {1, 100, 3000, 200000, 300006}) {
    check_exact(values, k);
    const auto drop = exact_top_k<u32>(block_of(values), k, Zeros::drop);
    const auto some = std::min<u64>(k, nonzeros(values).size());
    CHECK(entries_of(drop.entries) == entries_at(values, serial_top_k(values, some)));
  }
}

TEST_CASE("exact top-k knows the k-th magnitude where the sample leaves just k candidates",
          "[selectors]") {
  std::vector<float> values(300007, 1.0F);
  for (std::size_t i = 0; i < 3000; ++i) values[100 * i] = static_cast<float>(2 + i);
  for (const u64 k : {1, 10, 2999, 3000, 3001}) {
    const auto selection = exact_top_k<u32>(block_of(values), k);
    CAPTURE(k);
    CHECK(selection.chosen() == k);
    CHECK(selection.threshold == static_cast<float>(k > 3000 ? 1 : 3002 - k));
  }
  std::vector<float> few(300007, 0.0F);
  for (std::size_t i = 0; i < 500; ++i) few[600 * i] = static_cast<float>(7 + i);
  CHECK(exact_top_k<u32>(block_of(few), 500, Zeros::drop).threshold == 7);
  CHECK(exact_top_k<u32>(block_of(few), 501, Zeros::drop).threshold == 0);
}

TEST_CASE("exact top-k reads a long ordinary vector once", "[selectors]") {
  const auto values = normal_values<float>(1 << 20, 3);
  const auto selection = exact_top_k<u32>(block_of(values), 10000);
  CHECK(selection.chosen() == 10000);
  CHECK(selection.work.passes == 1);
  CHECK(selection.work.elements_read < values.size() + values.size() / 25);
  CHECK(selection.work.candidates_read < 20000);
}

TEST_CASE("exact top-k of nothing and nothing of something are empty", "[selectors]") {
  CHECK(exact_top_k<u32>(DenseBlock<float>{}, 5).chosen() == 0);
  const std::vector<float> values{1, 2};
  const auto none = exact_top_k<u32>(block_of(values, 9), 0);
  CHECK(none.chosen() == 0);
  CHECK(none.entries.range().hi == 11);
  CHECK(none.work == SelectionWork{});
}

TEMPLATE_TEST_CASE("bucketed top-k is the top-k of every bucket", "[selectors]", float, double) {
  CHECK(rc::check([] {
    const auto values = *any_values<TestType>();
    const auto bucket = *rc::gen::inRange<std::size_t>(1, 20);
    const auto k = *rc::gen::inRange<u64>(0, bucket + 1);
    std::vector<std::size_t> expected;
    for (std::size_t begin = 0; begin < values.size(); begin += bucket) {
      const std::size_t end = std::min(begin + bucket, values.size());
      const std::vector<TestType> part(values.begin() + static_cast<std::ptrdiff_t>(begin),
                                       values.begin() + static_cast<std::ptrdiff_t>(end));
      for (const std::size_t i : serial_top_k(part, k)) expected.push_back(begin + i);
    }
    const auto selection = bucketed_top_k<u64>(block_of(values, 5), {.k = k, .bucket = bucket});
    RC_ASSERT(entries_of(selection.entries) == entries_at(values, expected, 5));
  }));
}

TEST_CASE("block top-k takes whole blocks by norm, earlier ones first, NaN before all",
          "[selectors]") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> values{3, 0, 0, /**/ 2, 2, 2, /**/ 0, nan, 0, /**/ 2, -2, 2, /**/ 1};
  const auto chosen = [&](u64 blocks, BlockNorm norm) {
    std::vector<u64> indices;
    const auto selection = block_top_k<u64>(block_of(values), {blocks, 3, norm});
    for (const u64 i : selection.entries.indices()) indices.push_back(i);
    return indices;
  };
  CHECK(chosen(0, BlockNorm::sum).empty());
  CHECK(chosen(1, BlockNorm::sum) == std::vector<u64>{6, 7, 8});
  CHECK(chosen(2, BlockNorm::euclidean) == std::vector<u64>{3, 4, 5, 6, 7, 8});
  CHECK(chosen(2, BlockNorm::maximum) == std::vector<u64>{0, 1, 2, 6, 7, 8});
  CHECK(chosen(99, BlockNorm::sum).size() == values.size());
}

TEST_CASE("block norms neither overflow nor underflow", "[selectors]") {
  const double huge = std::numeric_limits<double>::max() / 4;
  const double tiny = std::numeric_limits<double>::denorm_min();
  const auto first_of = [](const std::vector<double>& values) {
    return block_top_k<u64>(block_of(values), {1, 2, BlockNorm::euclidean}).entries.indices()[0];
  };
  CHECK(first_of({huge, 0, huge, huge}) == 2);
  CHECK(first_of({tiny, 0, 9 * tiny, tiny}) == 2);
}

TEST_CASE("options that make no sense are refused by name", "[selectors]") {
  const std::vector<float> values{1, 2};
  CHECK_THROWS_WITH(bucketed_top_k<u32>(block_of(values), {.k = 0, .bucket = 0}),
                    "bucket = 0 is refused: accepted is 1 or more");
  CHECK_THROWS_WITH(bucketed_top_k<u32>(block_of(values), {.k = 3, .bucket = 2}),
                    "k = 3 is refused: accepted is 0 to the bucket's size");
  CHECK_THROWS_AS(block_top_k<u32>(block_of(values), {.block = 0}), std::invalid_argument);
}

}  // namespace sparlab::algos::selectors::testing
