#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "algos/kernels/coo.hpp"
#include "algos/kernels/half_precision.hpp"
#include "algos/kernels/reduction.hpp"

/// Streams, operations and references for the kernel tests.
namespace sparlab::algos::kernels::testing {

/// The types of values and indices that kernels are compiled for.
using StreamTypes =
    std::tuple<std::pair<float, std::uint32_t>, std::pair<float, std::uint64_t>,
               std::pair<double, std::uint32_t>, std::pair<double, std::uint64_t>,
               std::pair<BFloat16, std::uint32_t>, std::pair<Float16, std::uint32_t>>;

template <class Value, class Index>
struct Stream {
  std::vector<Index> indices;
  std::vector<Value> values;

  CooView<Value, Index> view() const { return {indices.data(), values.data(), indices.size()}; }
};

/// Arrays of exactly the size that a contract requires, so that AddressSanitizer detects any
/// overrun.
template <class Value, class Index>
struct Room {
  explicit Room(std::size_t size) : indices(new Index[size]), values(new Value[size]) {}

  CooOut<Value, Index> out() { return {indices.get(), values.get()}; }
  Stream<Value, Index> first(std::size_t count) const {
    return {{indices.get(), indices.get() + count}, {values.get(), values.get() + count}};
  }

  std::unique_ptr<Index[]> indices;
  std::unique_ptr<Value[]> values;
};

template <class Value>
struct NamedReduction {
  std::string name;
  Reduction<Value> op;
};

/// Neither commutative nor associative on purpose: every order of operands gives a different
/// result.
template <class Value>
void twice_left_plus_right(Value* inout, const Value* in, std::size_t count, void*) {
  for (std::size_t i = 0; i < count; ++i) inout[i] = static_cast<Value>(2 * inout[i] + in[i]);
}

template <class Value>
std::vector<NamedReduction<Value>> all_reductions() {
  using R = Reduction<Value>;
  return {{"sum", R::sum()},
          {"min", R::min()},
          {"max", R::max()},
          {"prod", R::prod()},
          {"user", R::user(twice_left_plus_right<Value>, Value{0})}};
}

/// A plain second implementation of each operation.
template <class Value>
Value reference_of(const Reduction<Value>& op, Value a, Value b) {
  switch (op.kind()) {
    case ReductionKind::sum:
      return a + b;
    case ReductionKind::prod:
      return a * b;
    case ReductionKind::min:
      if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<Value>::quiet_NaN();
      return b < a ? b : a;
    case ReductionKind::max:
      if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<Value>::quiet_NaN();
      return a < b ? b : a;
    case ReductionKind::user:
      return static_cast<Value>(2 * a + b);
  }
  return a;
}

/// Equal bits (so -0.0 is not 0.0), except that any NaN equals any other.
template <class Value>
bool same(Value a, Value b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return std::bit_cast<BitsOf<Value>>(a) == std::bit_cast<BitsOf<Value>>(b);
}

template <class Value>
bool same(std::span<const Value> a, std::span<const Value> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](Value x, Value y) { return same(x, y); });
}

template <class Value, class Index>
bool same(const Stream<Value, Index>& a, const Stream<Value, Index>& b) {
  return a.indices == b.indices &&
         same(std::span<const Value>(a.values), std::span<const Value>(b.values));
}

/// The union by a std::map, each index reduced in the order of the inputs.
template <class Value, class Index>
Stream<Value, Index> reference_union(const std::vector<Stream<Value, Index>>& inputs,
                                     const Reduction<Value>& op) {
  std::map<Index, Value> entries;
  for (const auto& input : inputs) {
    for (std::size_t i = 0; i < input.indices.size(); ++i) {
      const auto [entry, is_new] = entries.try_emplace(input.indices[i], input.values[i]);
      if (!is_new) entry->second = reference_of(op, entry->second, input.values[i]);
    }
  }
  Stream<Value, Index> result;
  for (const auto& [index, value] : entries) {
    result.indices.push_back(index);
    result.values.push_back(value);
  }
  return result;
}

/// Mostly values whose sums round, and often special values that expose errors of kernels.
template <class Value>
rc::Gen<Value> any_value() {
  using Limits = std::numeric_limits<Value>;
  return rc::gen::weightedOneOf<Value>(
      {{8,
        rc::gen::map(rc::gen::inRange(-1000000, 1000000),
                     [](int n) { return static_cast<Value>(static_cast<Value>(n) / Value{7}); })},
       {2, rc::gen::element(Value{0}, -Value{0}, Value{1}, Limits::min(), Limits::denorm_min(),
                            Limits::max(), Limits::infinity(), -Limits::infinity(),
                            Limits::quiet_NaN())}});
}

/// A stream of at most `most` entries (before duplicates are removed) in [lo, lo + width).
template <class Value, class Index>
rc::Gen<Stream<Value, Index>> any_stream(std::size_t most, std::uint64_t lo, std::uint64_t width) {
  return rc::gen::exec([=] {
    const auto count = *rc::gen::inRange<std::size_t>(0, most + 1);
    auto indices = *rc::gen::container<std::vector<Index>>(
        count, rc::gen::map(rc::gen::inRange<std::uint64_t>(0, width),
                            [lo](std::uint64_t i) { return static_cast<Index>(lo + i); }));
    std::sort(indices.begin(), indices.end());
    indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
    auto values = *rc::gen::container<std::vector<Value>>(indices.size(), any_value<Value>());
    return Stream<Value, Index>{std::move(indices), std::move(values)};
  });
}

/// `count` entries first, first + stride, ... with values 1, 2, 3, ... .
template <class Value, class Index>
Stream<Value, Index> regular_stream(std::size_t count, std::uint64_t first, std::uint64_t stride) {
  Stream<Value, Index> stream;
  for (std::size_t i = 0; i < count; ++i) {
    stream.indices.push_back(static_cast<Index>(first + i * stride));
    stream.values.push_back(static_cast<Value>(i + 1));
  }
  return stream;
}

/// Two streams that together cover 0, 1, ..., size - 1. Both hold `overlap` per cent of the
/// indices, at random positions; each other index is held by one of them.
template <class Value, class Index>
std::pair<Stream<Value, Index>, Stream<Value, Index>> overlapping_streams(std::size_t size,
                                                                          unsigned overlap,
                                                                          unsigned seed) {
  std::mt19937 random(seed);
  std::pair<Stream<Value, Index>, Stream<Value, Index>> streams;
  for (std::size_t i = 0; i < size; ++i) {
    const bool both = random() % 100 < overlap;
    const bool first = random() % 2 == 0;
    for (auto* stream : {&streams.first, &streams.second}) {
      if (!both && (stream == &streams.first) != first) continue;
      stream->indices.push_back(static_cast<Index>(i));
      stream->values.push_back(
          static_cast<Value>(static_cast<Value>(static_cast<int>(random() % 1000)) / Value{7}));
    }
  }
  return streams;
}

/// The stream without its first `count` entries, without a copy: its arrays are not aligned.
template <class Value, class Index>
CooView<Value, Index> without_first(const Stream<Value, Index>& stream, std::size_t count) {
  const std::size_t skipped = std::min(count, stream.indices.size());
  return {stream.indices.data() + skipped, stream.values.data() + skipped,
          stream.indices.size() - skipped};
}

}  // namespace sparlab::algos::kernels::testing
