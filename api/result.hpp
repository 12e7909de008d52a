#pragma once

#include <sparlab/sparlab.h>

#include <cstdint>
#include <variant>

#include "algos/kernels/instantiate.hpp"
#include "algos/streams/sparse_stream.hpp"

/// The object behind a sparlab_result: a stream over [0, universe), or a shard of it.
struct sparlab_result {
  template <class /*ignored*/, class... Streams>
  using OneOf = std::variant<Streams...>;

#define SPARLAB_LISTED(Value, Index) , sparlab::algos::SparseStream<Value, Index>
  OneOf<void SPARLAB_FOR_ALGORITHM_TYPES(SPARLAB_LISTED)> stream;
#undef SPARLAB_LISTED
};
