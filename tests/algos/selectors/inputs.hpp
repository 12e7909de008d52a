#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "algos/selectors/selection.hpp"

/// Inputs of the selector tests, and serial definitions of the results.
namespace sparlab::algos::selectors::testing {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

template <class Value>
DenseBlock<Value> block_of(const std::vector<Value>& values, u64 first = 0) {
  return {values, first};
}

using Entry = std::pair<std::uint64_t, std::uint64_t>;  ///< index, bits of the value

template <class Value>
std::uint64_t bits_of(Value value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

/// Compares bits, since NaN is not equal to itself.
template <class Value, class Index>
std::vector<Entry> entries_of(const SparseStream<Value, Index>& stream) {
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < stream.count(); ++i) {
    entries.emplace_back(stream.indices()[i], bits_of(stream.values()[i]));
  }
  return entries;
}

template <class Value>
std::vector<Entry> entries_at(const std::vector<Value>& values, std::vector<std::size_t> positions,
                              std::uint64_t first = 0) {
  std::sort(positions.begin(), positions.end());
  std::vector<Entry> entries;
  for (const std::size_t i : positions) entries.emplace_back(first + i, bits_of(values[i]));
  return entries;
}

template <class Value>
bool larger(Value a, Value b) {
  if (std::isnan(b)) return false;
  return std::isnan(a) || std::abs(a) > std::abs(b);
}

/// The positions of the top k, by a stable sort of all positions.
template <class Value>
std::vector<std::size_t> serial_top_k(const std::vector<Value>& values, std::uint64_t k) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return larger(values[a], values[b]); });
  order.resize(static_cast<std::size_t>(std::min<std::uint64_t>(k, values.size())));
  return order;
}

template <class Value>
std::vector<std::size_t> serial_above(const std::vector<Value>& values, Value threshold) {
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i]) || std::abs(values[i]) > threshold) positions.push_back(i);
  }
  return positions;
}

template <class Value>
std::vector<std::size_t> nonzeros(const std::vector<Value>& values) {
  return serial_above(values, Value{0});
}

/// Few different magnitudes, so that ties are frequent, and all special values of floating point.
template <class Value>
rc::Gen<std::vector<Value>> any_values() {
  using Limits = std::numeric_limits<Value>;
  const auto special = rc::gen::element<Value>(
      Value{0}, -Value{0}, Value{1}, -Value{1}, Value{0.5}, Value{3}, Limits::denorm_min(),
      static_cast<Value>(-2 * Limits::denorm_min()), Limits::min(), Limits::max(), -Limits::max(),
      Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(), -Limits::quiet_NaN());
  const auto ordinary = rc::gen::map(rc::gen::inRange(-1000, 1000), [](int i) {
    return static_cast<Value>(static_cast<Value>(i) / Value{7});
  });
  return rc::gen::container<std::vector<Value>>(rc::gen::oneOf(ordinary, special));
}

template <class Value>
std::vector<Value> normal_values(std::size_t count, std::uint64_t seed, Value mean = 0) {
  std::mt19937_64 generator(seed);
  std::normal_distribution<Value> normal(mean, 1);
  std::vector<Value> values(count);
  for (Value& value : values) value = normal(generator);
  return values;
}

}  // namespace sparlab::algos::selectors::testing
