#pragma once

#include <cstdint>
#include <utility>

#include "algos/interface/allreduce.hpp"
#include "algos/sketches/block_bitmap.hpp"
#include "model/fill_in/live_blocks.hpp"

namespace sparlab::algos::omnireduce_parts {

/// A rank's vector by blocks. It knows which blocks of the input hold an entry; results replace the
/// input block by block. It is dense in memory for any input.
template <class Stream>
class BlockTensor {
  using Value = typename Stream::value_type;

 public:
  /// Charges `select` for the entries read, and the cost of making the input dense. Explicit zeros
  /// of coo inputs are entries; neutral elements of dense inputs are not.
  BlockTensor(runtime::Comm& comm, Stream input, std::uint64_t block, const Reduction<Value>& op);

  bool holds(std::uint64_t number) const { return held_.is_marked(number); }
  /// Returns a separate dense stream. Charges the copy.
  Stream block(runtime::Comm& comm, std::uint64_t number) const;
  /// Copies a dense stream over a block into its place. Charges the copy.
  void put(runtime::Comm& comm, const Stream& block);
  Stream finish() && { return std::move(dense_); }

 private:
  std::uint64_t block_;
  sketches::BlockBitmap held_;
  Stream dense_;
};

template <>
class BlockTensor<CountedStream> {
 public:
  BlockTensor(runtime::Comm& comm, const CountedStream& input, std::uint64_t block,
              CountedStream::reduction_type op);

  bool holds(std::uint64_t number) const { return holders_.holds(rank_, number); }
  CountedStream block(runtime::Comm& comm, std::uint64_t number) const;
  void put(runtime::Comm& comm, const CountedStream& block);
  CountedStream finish() && { return dense_; }

 private:
  std::uint64_t block_;
  std::uint64_t rank_;
  model::BlockHolders holders_;
  CountedStream dense_;
};

/// An empty stream over `range`.
template <class Value, class Index>
SparseStream<Value, Index> nothing(const SparseStream<Value, Index>& /*like*/, Range range) {
  return {range, {}, {}};
}
inline CountedStream nothing(const CountedStream& like, Range range) {
  return CountedStream(like.context(), range, Format::dense).cut_to(0);
}

}  // namespace sparlab::algos::omnireduce_parts
