#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "algos/interface/allreduce.hpp"
#include "algos/sketches/block_bitmap.hpp"
#include "model/fill_in/live_blocks.hpp"

namespace sparlab::algos::omnireduce_parts {

/// A rank's vector by blocks. It knows which blocks of the input hold an entry; results replace the
/// input block by block. It is dense in memory for any input. A counted block has no values: its
/// range determines its cost.
class BlockTensor {
 public:
  /// Charges `select` for the entries read, and the cost of making the input dense. Explicit zeros
  /// of coo inputs are entries; neutral elements of dense inputs are not.
  BlockTensor(runtime::Comm& comm, Stream input, std::uint64_t block, const Operation& op);

  bool holds(std::uint64_t number) const {
    return holders_ ? holders_->holds(rank_, number) : held_.is_marked(number);
  }
  /// Returns a separate dense stream, a default one of a counted tensor. Charges the copy.
  Stream block(runtime::Comm& comm, std::uint64_t number) const;
  /// Copies the values of a block into its place. Charges the copy.
  void put(runtime::Comm& comm, std::uint64_t number, const Stream& block);
  Domain domain() const { return dense_.domain(); }
  bool is_counted() const { return dense_.is_counted(); }
  model::WireFormat wire_format() const { return dense_.wire_format(); }
  Stream finish() && { return std::move(dense_); }

 private:
  Range range_of(std::uint64_t number) const {
    return model::block_range(dense_.range(), block_, number);
  }
  void charge_copy(runtime::Comm& comm, std::uint64_t number) const;

  std::uint64_t block_;
  std::uint64_t rank_;
  sketches::BlockBitmap held_{0, 1};
  std::optional<model::BlockHolders> holders_;  ///< of counted tensors
  Stream dense_;
};

}  // namespace sparlab::algos::omnireduce_parts
