#include <stdexcept>

#include "algos/selectors/exact_top_k.hpp"
#include "tests/algos/selectors/inputs.hpp"
#include "tests/catch.hpp"

namespace sparlab::algos::selectors::testing {
namespace {

/// Selects with each k, and compares with the first k positions of the sorted vector.
template <class Value>
void check_exact(const std::vector<Value>& values, std::initializer_list<u64> ks, Zeros zeros) {
  const auto order = serial_top_k(values, values.size());
  const u64 most = zeros == Zeros::drop ? nonzeros(values).size() : values.size();
  for (const u64 k : ks) {
    const auto selection = exact_top_k<u32>(block_of(values), k, zeros);
    CAPTURE(k, selection.chosen());
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(std::min(k, most));
    CHECK(entries_of(selection.entries) == entries_at(values, {order.begin(), end}));
  }
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
                   "[selectors]", float, double, BFloat16, Float16) {
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
                   float, double, BFloat16, Float16) {
  CHECK(rc::check([] {
    const auto values = *rc::gen::nonEmpty(any_values<TestType>());
    const auto k = *rc::gen::inRange<u64>(1, values.size() + 1);
    std::uint64_t passes = 0;
    const auto ranked = radix_select(std::span<const TestType>(values), k, passes);
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
  SECTION("normal") { check_exact(values, {1, 2, 300, 3000, 150000, 300006, 300007}, Zeros::keep); }
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
  for (const Zeros zeros : {Zeros::keep, Zeros::drop})
    check_exact(values, {1, 100, 3000, 200000, 300006}, zeros);
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
  CHECK(selection.passes == 1);
}

TEST_CASE("exact top-k of nothing and nothing of something are empty", "[selectors]") {
  CHECK(exact_top_k<u32>(DenseBlock<float>{}, 5).chosen() == 0);
  const std::vector<float> values{1, 2};
  const auto none = exact_top_k<u32>(block_of(values, 9), 0);
  CHECK(none.chosen() == 0);
  CHECK(none.entries.range().hi == 11);
  CHECK(none.passes == 0);
}

}  // namespace sparlab::algos::selectors::testing
