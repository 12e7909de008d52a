#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "algos/interface/allreduce.hpp"
#include "algos/sketches/block_bitmap.hpp"
#include "model/fill_in/live_blocks.hpp"

namespace sparlab::algos::omnireduce_parts {

/// A counted block is dense: its range determines its cost.
struct NoValues {};

/// The values of a dense block.
template <class Stream>
using BlockValues = std::conditional_t<std::is_same_v<Stream, CountedStream>, NoValues, Stream>;

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
  /// Copies the values of a block into its place. Charges the copy.
  void put(runtime::Comm& comm, std::uint64_t number, const Stream& block);
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
  NoValues block(runtime::Comm& comm, std::uint64_t number) const;
  void put(runtime::Comm& comm, std::uint64_t number, NoValues /*block*/) const {
    block(comm, number);
  }
  model::WireFormat wire_format() const { return dense_.wire_format(); }
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

}  // namespace sparlab::algos::omnireduce_parts
