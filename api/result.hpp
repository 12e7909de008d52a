#pragma once

#include <sparlab/sparlab.h>

#include <cstdint>
#include <variant>

#include "algos/streams/sparse_stream.hpp"

/// The object behind a sparlab_result: a stream over [0, universe).
struct sparlab_result {
  template <class Value, class Index>
  using Stream = sparlab::algos::SparseStream<Value, Index>;

  std::variant<Stream<float, std::uint32_t>, Stream<float, std::uint64_t>,
               Stream<double, std::uint32_t>, Stream<double, std::uint64_t>>
      stream;
};
