#include <rapidcheck.h>

#include "algos/kernels/dense.hpp"
#include "tests/algos/kernels/streams.hpp"
#include "tests/catch.hpp"

namespace sparlab::algos::kernels::testing {
namespace {

template <class Value, class Index>
struct DenseOrCoo {
  Stream<Value, Index> coo;
  std::vector<Value> dense;  ///< empty for coo

  Operand<Value, Index> operand() const {
    return {coo.view(), dense.empty() ? nullptr : dense.data()};
  }
};

/// Reduces one index after the other; a coo first operand is combined with the neutral element.
template <class Value, class Index>
std::vector<Value> reference(const std::vector<DenseOrCoo<Value, Index>>& operands,
                             std::uint64_t lo, std::size_t width, const Reduction<Value>& op) {
  std::vector<Value> sum(width, op.neutral());
  if (!operands.front().dense.empty()) sum = operands.front().dense;
  for (std::size_t o = 0; o < operands.size(); ++o) {
    const auto& [coo, dense] = operands[o];
    for (std::size_t i = 0; i < dense.size() && o > 0; ++i) {
      sum[i] = reference_of(op, sum[i], dense[i]);
    }
    for (std::size_t i = 0; i < coo.indices.size(); ++i) {
      Value& slot = sum[coo.indices[i] - lo];
      slot = reference_of(op, slot, coo.values[i]);
    }
  }
  return sum;
}

template <class Value, class Index>
std::vector<Value> reduced(const std::vector<DenseOrCoo<Value, Index>>& inputs, std::uint64_t lo,
                           std::size_t width, const Reduction<Value>& op) {
  std::vector<Operand<Value, Index>> operands;
  for (const auto& input : inputs) operands.push_back(input.operand());
  std::vector<Value> out(width, Value{4711});
  reduce_densely<Value, Index>(operands, lo, op, out);
  return out;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE(
    "a dense reduction equals one index after the other, in the operands' order", "[kernels]",
    StreamTypes) {
  using Value = typename TestType::first_type;
  using Index = typename TestType::second_type;
  for (const auto& [name, op] : all_reductions<Value>()) {
    CHECK(rc::check(name, [op = op] {
      const auto lo = *rc::gen::element<std::uint64_t>(0, 1000, 4294967296 - 200);
      const auto width = *rc::gen::inRange<std::size_t>(1, 200);
      const auto number = *rc::gen::inRange<std::size_t>(1, 6);
      std::vector<DenseOrCoo<Value, Index>> operands(number);
      for (auto& operand : operands) {
        if (*rc::gen::inRange(0, 3) == 0) {
          operand.dense = *rc::gen::container<std::vector<Value>>(width, any_value<Value>());
        } else {
          operand.coo = *any_stream<Value, Index>(150, lo, width);
        }
      }
      const auto result = reduced(operands, lo, width, op);
      RC_ASSERT(same(std::span<const Value>(result),
                     std::span<const Value>(reference(operands, lo, width, op))));
    }));
  }
}

TEST_CASE("a dense reduction is the same on either side of its tiles", "[kernels]") {
  constexpr std::uint64_t kLo = 77;
  for (const std::size_t width : {1, 16383, 16384, 16385, 40000}) {
    std::vector<DenseOrCoo<float, std::uint32_t>> operands(3);
    operands[0].coo = regular_stream<float, std::uint32_t>((width + 1) / 2, kLo, 2);
    operands[1].dense.assign(width, 0.1F);
    operands[2].coo = regular_stream<float, std::uint32_t>(width, kLo, 1);
    for (const auto& [name, op] : all_reductions<float>()) {
      CAPTURE(name, width);
      CHECK(reduced(operands, kLo, width, op) == reference(operands, kLo, width, op));
    }
  }
}

}  // namespace sparlab::algos::kernels::testing
