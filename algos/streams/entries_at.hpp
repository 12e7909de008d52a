#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "algos/streams/sparse_stream.hpp"

namespace sparlab::algos {

/// The entries at increasing positions of a coo stream. A selector that reads only the values finds
/// these positions: it takes them for indices.
template <class Value, class Index, class Position>
SparseStream<Value, Index> entries_at(const SparseStream<Value, Index>& stream,
                                      std::span<const Position> positions) {
  CooBuilder<Value, Index> builder(stream.range(), positions.size());
  const auto out = builder.out();
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const auto position = static_cast<std::size_t>(positions[i]);
    out.indices[i] = stream.indices()[position];
    out.values[i] = stream.values()[position];
  }
  return std::move(builder).finish(positions.size());
}

}  // namespace sparlab::algos
