#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>
#include <vector>

#include "algos/kernels/coo.hpp"

/// Inputs of the kernel benchmarks.
namespace sparlab::bench {

template <class Value, class Index>
struct Stream {
  std::vector<Index> indices;
  std::vector<Value> values;

  algos::kernels::CooView<Value, Index> view() const {
    return {indices.data(), values.data(), indices.size()};
  }
};

/// Room for an output of `size` entries.
template <class Value, class Index>
struct Room {
  explicit Room(std::size_t size) : indices(size), values(size) {}

  algos::kernels::CooOut<Value, Index> out() { return {indices.data(), values.data()}; }

  std::vector<Index> indices;
  std::vector<Value> values;
};

/// `count` different indices of [0, universe), uniformly at random and sorted, with random values.
template <class Value, class Index>
Stream<Value, Index> random_stream(std::size_t count, std::uint64_t universe, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  std::uniform_int_distribution<std::uint64_t> index(0, universe - 1);
  Stream<Value, Index> stream;
  while (stream.indices.size() < count) {
    while (stream.indices.size() < count) {
      stream.indices.push_back(static_cast<Index>(index(generator)));
    }
    std::sort(stream.indices.begin(), stream.indices.end());
    stream.indices.erase(std::unique(stream.indices.begin(), stream.indices.end()),
                         stream.indices.end());
  }
  std::uniform_real_distribution<Value> value(-1, 1);
  for (std::size_t i = 0; i < count; ++i) stream.values.push_back(value(generator));
  return stream;
}

/// Like `random_stream`, but the stream shares about the part `overlap` of its indices with
/// `other`.
template <class Value, class Index>
Stream<Value, Index> overlapping_stream(const Stream<Value, Index>& other, double overlap,
                                        std::uint64_t universe, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  const std::size_t count = other.indices.size();
  const auto shared = static_cast<std::size_t>(overlap * static_cast<double>(count));
  Stream<Value, Index> stream;
  std::sample(other.indices.begin(), other.indices.end(), std::back_inserter(stream.indices),
              shared, generator);
  const auto fresh = random_stream<Value, Index>(count - shared, universe, seed + 1);
  stream.indices.insert(stream.indices.end(), fresh.indices.begin(), fresh.indices.end());
  std::sort(stream.indices.begin(), stream.indices.end());
  stream.indices.erase(std::unique(stream.indices.begin(), stream.indices.end()),
                       stream.indices.end());
  stream.values.assign(stream.indices.size(), Value{1});
  return stream;
}

}  // namespace sparlab::bench
