#include <rapidcheck.h>

#include "algos/kernels/dense.hpp"
#include "tests/algos/kernels/streams.hpp"
#include "tests/catch.hpp"

namespace sparlab::algos::kernels::testing {
namespace {

template <class Value>
rc::Gen<std::vector<Value>> any_array(std::size_t count) {
  return rc::gen::container<std::vector<Value>>(count, any_value<Value>());
}

template <class Value>
bool same_arrays(const std::vector<Value>& a, const std::vector<Value>& b) {
  return same(std::span<const Value>(a), std::span<const Value>(b));
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("scatter combines each entry with its slot, the slot's value on the left",
                        "[kernels]", StreamTypes) {
  using Value = typename TestType::first_type;
  using Index = typename TestType::second_type;
  for (const auto& [name, op] : all_reductions<Value>()) {
    CHECK(rc::check(name, [op = op] {
      const auto lo = *rc::gen::element<std::uint64_t>(0, 1000, 4294967296 - 200);
      const auto width = *rc::gen::inRange<std::size_t>(1, 200);
      const auto input = *any_stream<Value, Index>(150, lo, width);
      const auto dense = *any_array<Value>(width);
      auto left = dense;
      auto right = dense;
      for (std::size_t i = 0; i < input.indices.size(); ++i) {
        const std::size_t slot = input.indices[i] - lo;
        left[slot] = reference_of(op, dense[slot], input.values[i]);
        right[slot] = reference_of(op, input.values[i], dense[slot]);
      }
      auto scattered = dense;
      scatter(input.view(), lo, op, scattered.data());
      RC_ASSERT(same_arrays(scattered, left));
      scattered = dense;
      scatter_left(input.view(), lo, op, scattered.data());
      RC_ASSERT(same_arrays(scattered, right));
    }));
  }
}

TEMPLATE_TEST_CASE("combine works element by element, also in place", "[kernels]", float, double) {
  for (const auto& [name, op] : all_reductions<TestType>()) {
    CHECK(rc::check(name, [op = op] {
      const auto count = *rc::gen::element<std::size_t>(0, 1, 3, 17, 512, 513, 1100);
      const auto a = *any_array<TestType>(count);
      const auto b = *any_array<TestType>(count);
      std::vector<TestType> expected(count);
      std::vector<TestType> doubled(count);
      for (std::size_t i = 0; i < count; ++i) {
        expected[i] = reference_of(op, a[i], b[i]);
        doubled[i] = reference_of(op, a[i], a[i]);
      }
      std::vector<TestType> out(count);
      combine(a.data(), b.data(), count, op, out.data());
      RC_ASSERT(same_arrays(out, expected));
      out = a;
      combine(out.data(), b.data(), count, op, out.data());
      RC_ASSERT(same_arrays(out, expected));
      out = b;
      combine(a.data(), out.data(), count, op, out.data());
      RC_ASSERT(same_arrays(out, expected));
      out = a;
      combine(out.data(), out.data(), count, op, out.data());
      RC_ASSERT(same_arrays(out, doubled));
    }));
  }
}

TEST_CASE("combine in place calls a user's function once for the whole array", "[kernels]") {
  std::size_t calls = 0;
  const auto add = [](double* inout, const double* in, std::size_t count, void* context) {
    for (std::size_t i = 0; i < count; ++i) inout[i] += in[i];
    ++*static_cast<std::size_t*>(context);
  };
  std::vector<double> a(10000, 1.0);
  const std::vector<double> b(10000, 2.0);
  combine(a.data(), b.data(), a.size(), Reduction<double>::user(add, 0.0, &calls), a.data());
  CHECK(calls == 1);
  CHECK(a == std::vector<double>(10000, 3.0));
}

}  // namespace sparlab::algos::kernels::testing
