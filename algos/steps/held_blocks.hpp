#pragma once

#include "algos/sketches/block_bitmap.hpp"
#include "algos/streams/sparse_stream.hpp"

namespace sparlab::algos {

/// The blocks of a stream that hold an entry, counted from the beginning of its range. Every entry
/// of a coo stream counts, explicit zeros included; so does every element of a dense stream that
/// differs from `neutral`.
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
