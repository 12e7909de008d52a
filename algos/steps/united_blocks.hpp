#pragma once

#include <cstdint>
#include <utility>

#include "algos/interface/allreduce.hpp"
#include "algos/sketches/block_bitmap.hpp"
#include "algos/streams/sparse_stream.hpp"
#include "model/fill_in/live_blocks.hpp"
#include "model/parameters/blocks.hpp"

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
  for (std::size_t i = 0; i < stream.values().size(); ++i)
    if (stream.values()[i] != neutral) held.mark(i);
  return held;
}

/// The blocks in which some rank holds an entry; all ranks know them after unite_blocks.
class UnitedBlocks {
 public:
  /// Blocks are counted from the beginning of `whole`.
  UnitedBlocks(Range whole, sketches::BlockBitmap bitmap);
  /// Of counted streams, only the number of indices is known.
  explicit UnitedBlocks(std::uint64_t elements) : elements_(elements) {}

  std::uint64_t elements() const { return elements_; }  ///< number of indices in live blocks

  /// Calls body(range) for each live block, in order; not of counted streams.
  template <class Body>
  void for_each(Body body) const {
    for (std::uint64_t number = 0; number < bitmap_.blocks(); ++number)
      if (bitmap_.is_marked(number)) body(model::block_range(whole_, bitmap_.block(), number));
  }

 private:
  Range whole_;
  sketches::BlockBitmap bitmap_{0, 1};
  std::uint64_t elements_ = 0;
};

/// Allreduces, around a ring, the flags of the blocks that hold an entry. Explicit zeros of coo
/// streams are entries; neutral elements of dense streams are not. Charges `select` for the entries
/// read.
///
/// Shape   blocks are counted from the beginning of the range; counted streams cover the universe.
/// Cost    2(P-1) messages; 2(P-1)/P of ceil(N/block) bits, or floats.
/// Errors  WireError: flags of blocks that do not exist.
UnitedBlocks unite_blocks(runtime::Comm& comm, const Stream& stream, std::uint64_t block,
                          model::BlockFlags flags, const Operation& op);

}  // namespace sparlab::algos
