#pragma once

#include "algos/sketches/block_bitmap.hpp"
#include "algos/streams/sparse_stream.hpp"

namespace sparlab::algos {

/// The blocks of a stream, counted from the beginning of its range, that hold something: an entry
/// of a coo stream, explicit zeros among them, or an element of a dense one that differs from
/// `neutral`.
template <class Value, class Index>
sketches::BlockBitmap held_blocks(const SparseStream<Value, Index>& stream, std::uint64_t block,
                                  Value neutral) {
  sketches::BlockBitmap held(stream.range().size(), block);
  if (stream.format() == Format::coo) {
    for (const Index index : stream.indices()) held.mark(index - stream.range().lo);
    return held;
  }
  for (std::size_t i = 0; i < stream.values().size(); ++i) {
    if (stream.values()[i] != neutral) held.mark(i);
  }
  return held;
}

}  // namespace sparlab::algos
