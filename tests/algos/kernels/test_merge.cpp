#include <rapidcheck.h>

#include <cmath>
#include <limits>
#include <random>

#include "algos/kernels/merge.hpp"
#include "tests/algos/kernels/streams.hpp"
#include "tests/algos/kernels/two_pointer_merge.hpp"
#include "tests/catch.hpp"

namespace sparlab::algos::kernels::testing {
namespace {

template <class Value, class Index>
Stream<Value, Index> merged(const Stream<Value, Index>& a, const Stream<Value, Index>& b,
                            const Reduction<Value>& op) {
  Room<Value, Index> room(a.indices.size() + b.indices.size());
  return room.first(merge(a.view(), b.view(), op, room.out()));
}

template <class Value, class Index>
Stream<Value, Index> plainly_merged(const Stream<Value, Index>& a, const Stream<Value, Index>& b,
                                    const Reduction<Value>& op) {
  Room<Value, Index> room(a.indices.size() + b.indices.size());
  return room.first(merge_two_pointer(a.view(), b.view(), op, room.out()));
}

template <class Value, class Index>
void check_both_merges(const Stream<Value, Index>& a, const Stream<Value, Index>& b) {
  for (const auto& [name, op] : all_reductions<Value>()) {
    INFO(name);
    const auto expected = reference_union<Value, Index>({a, b}, op);
    CHECK(same(merged(a, b, op), expected));
    CHECK(same(plainly_merged(a, b, op), expected));
  }
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("merge equals a map's union for any supports and operations", "[kernels]",
                        StreamTypes) {
  using Value = typename TestType::first_type;
  using Index = typename TestType::second_type;
  for (const auto& reduction : all_reductions<Value>()) {
    CHECK(rc::check(reduction.name, [&] {
      const auto most_a = *rc::gen::element<std::size_t>(0, 1, 3, 40, 300);
      const auto most_b = *rc::gen::element<std::size_t>(0, 1, 3, 40, 300);
      const auto width = *rc::gen::element<std::uint64_t>(1, 8, 64, 500, 1u << 30);
      const auto a = *any_stream<Value, Index>(most_a, 5, width);
      const auto b = *any_stream<Value, Index>(most_b, 5, width);
      const auto expected = reference_union<Value, Index>({a, b}, reduction.op);
      RC_ASSERT(same(merged(a, b, reduction.op), expected));
      RC_ASSERT(same(plainly_merged(a, b, reduction.op), expected));
    }));
  }
}

TEMPLATE_TEST_CASE("merge agrees with the two-pointer loop over many blocks of lanes", "[kernels]",
                   (std::pair<float, std::uint32_t>), (std::pair<double, std::uint64_t>)) {
  using Value = typename TestType::first_type;
  using Index = typename TestType::second_type;
  const auto plain = regular_stream<Value, Index>(30000, 0, 3);
  SECTION("interleaved supports with one index in five shared") {
    check_both_merges(plain, regular_stream<Value, Index>(20000, 1, 5));
  }
  SECTION("equal supports") { check_both_merges(plain, plain); }
  SECTION("nested supports") {
    check_both_merges(plain, regular_stream<Value, Index>(15000, 0, 6));
  }
  SECTION("disjoint supports, one behind the other") {
    check_both_merges(plain, regular_stream<Value, Index>(30000, 90000, 1));
    check_both_merges(regular_stream<Value, Index>(30000, 90000, 1), plain);
  }
  SECTION("alternating clusters") {
    Stream<Value, Index> a;
    Stream<Value, Index> b;
    for (std::uint64_t i = 0; i < 60000; ++i) {
      Stream<Value, Index>& stream = (i / 1000) % 2 == 0 ? a : b;
      stream.indices.push_back(static_cast<Index>(i));
      stream.values.push_back(static_cast<Value>(i));
    }
    check_both_merges(a, b);
  }
  SECTION("wildly unequal sizes, either way round") {
    const auto few = regular_stream<Value, Index>(20, 2, 4000);
    check_both_merges(few, plain);
    check_both_merges(plain, few);
    check_both_merges(regular_stream<Value, Index>(1, 1000000, 1), plain);
  }
}

TEMPLATE_LIST_TEST_CASE(
    "merge agrees with the two-pointer loop at every overlap, size and alignment", "[kernels]",
    StreamTypes) {
  using Value = typename TestType::first_type;
  using Index = typename TestType::second_type;
  unsigned seed = 0;
  for (const unsigned overlap : {0U, 10U, 50U, 80U, 90U, 95U, 99U, 100U}) {
    for (const std::size_t size : {1, 7, 15, 16, 17, 31, 32, 33, 48, 100, 513, 2047, 5000, 70000}) {
      const auto [a, b] = overlapping_streams<Value, Index>(size, overlap, ++seed);
      for (const std::size_t skipped : {0, 1, 3}) {
        for (const auto& [name, op] : all_reductions<Value>()) {
          CAPTURE(name, overlap, size, skipped);
          const auto left = without_first(a, skipped);
          const auto right = without_first(b, 2 * skipped);
          Room<Value, Index> room(left.count + right.count);
          Room<Value, Index> plain(left.count + right.count);
          CHECK(same(room.first(merge(left, right, op, room.out())),
                     plain.first(merge_two_pointer(left, right, op, plain.out()))));
        }
      }
    }
  }
}

TEST_CASE("merge takes runs of every length, of both inputs and of either", "[kernels]") {
  std::mt19937 random(99);
  for (const std::uint32_t longest : {2U, 8U, 15U, 16U, 17U, 40U, 1000U, 50000U}) {
    Stream<float, std::uint32_t> a;
    Stream<float, std::uint32_t> b;
    for (std::uint32_t index = 0; index < 150000;) {
      const auto end = static_cast<std::uint32_t>(index + 1 + random() % longest);
      const auto holders = random() % 3;
      for (; index < end; ++index) {
        if (holders != 1) a.indices.push_back(index);
        if (holders != 2) b.indices.push_back(index);
      }
      index += static_cast<std::uint32_t>(random() % 2);
    }
    for (auto* stream : {&a, &b}) {
      for (const std::uint32_t index : stream->indices) {
        stream->values.push_back(static_cast<float>(index % 977) / 3);
      }
    }
    CAPTURE(longest);
    for (const auto& [name, op] : all_reductions<float>()) {
      CAPTURE(name);
      CHECK(same(merged(a, b, op), plainly_merged(a, b, op)));
    }
  }
}

TEST_CASE("merge of an empty stream is the other one", "[kernels]") {
  const Stream<float, std::uint32_t> empty;
  const auto stream = regular_stream<float, std::uint32_t>(1000, 7, 3);
  CHECK(same(merged(empty, stream, Reduction<float>::sum()), stream));
  CHECK(same(merged(stream, empty, Reduction<float>::sum()), stream));
  CHECK(merged(empty, empty, Reduction<float>::sum()).indices.empty());
}

TEST_CASE("merge keeps explicit zeros, cancelled sums and negative zero", "[kernels]") {
  const Stream<float, std::uint32_t> a{{1, 2, 3, 4}, {0.0f, -0.0f, 5.0f, -0.0f}};
  const Stream<float, std::uint32_t> b{{3, 4, 6}, {-5.0f, -0.0f, 0.0f}};
  const auto sum = merged(a, b, Reduction<float>::sum());
  CHECK(same(sum, {{1, 2, 3, 4, 6}, {0.0f, -0.0f, 0.0f, -0.0f, 0.0f}}));
}

TEST_CASE("merge passes NaN through from either side", "[kernels]") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Stream<float, std::uint32_t> a{{1, 2, 3}, {nan, 1.0f, nan}};
  const Stream<float, std::uint32_t> b{{1, 2, 4}, {1.0f, nan, nan}};
  for (const auto& [name, op] : all_reductions<float>()) {
    INFO(name);
    const auto result = merged(a, b, op);
    REQUIRE(result.indices.size() == 4);
    for (const float value : result.values) CHECK(std::isnan(value));
  }
}

TEMPLATE_TEST_CASE("merge handles the extremes of the index type", "[kernels]", std::uint32_t,
                   std::uint64_t) {
  constexpr TestType last = std::numeric_limits<TestType>::max();
  const Stream<double, TestType> a{{0, 1, last - 1, last}, {1, 2, 3, 4}};
  const Stream<double, TestType> b{{0, last / 2, last / 2 + 1, last}, {10, 20, 30, 40}};
  check_both_merges(a, b);
}

TEST_CASE("merge calls a user's function only where both streams hold the index", "[kernels]") {
  std::size_t calls = 0;
  const auto count_calls = [](double* inout, const double* in, std::size_t count, void* context) {
    for (std::size_t i = 0; i < count; ++i) inout[i] += in[i];
    *static_cast<std::size_t*>(context) += count;
  };
  const auto op = Reduction<double>::user(count_calls, 0.0, &calls);
  const auto a = regular_stream<double, std::uint32_t>(3000, 0, 2);
  const auto b = regular_stream<double, std::uint32_t>(2000, 0, 3);
  CHECK(merged(a, b, op).indices.size() == 4000);
  CHECK(calls == 1000);
  CHECK(merged(a, a, op).indices == a.indices);
  CHECK(calls == 4000);
}

}  // namespace sparlab::algos::kernels::testing
