#pragma once

#include <cstddef>
#include <cstdint>

#include "algos/selectors/magnitude.hpp"
#include "algos/selectors/selection.hpp"
#include "runtime/message.hpp"

namespace sparlab::algos::selectors {

/// Entries selected in one pass for later ranking: increasing positions in the vector, and values.
template <class Value, class Index>
class Candidates {
 public:
  /// Collects all values with a key of at least `bound`. Stops soon after more than `limit` are
  /// found; complete() is then false. One pass; memory grows with the number of entries found.
  Candidates(std::span<const Value> values, MagnitudeKey<Value> bound, std::uint64_t limit);

  std::size_t size() const { return size_; }
  bool complete() const { return complete_; }
  const Index* positions() const { return reinterpret_cast<const Index*>(positions_.data()); }
  const Value* values() const { return reinterpret_cast<const Value*>(values_.data()); }

  /// The entries with a key of at least `bound` as a stream over the block's range.
  SparseStream<Value, Index> to_stream(const DenseBlock<Value>& block,
                                       MagnitudeKey<Value> bound = 0) const;

 private:
  void make_room_for(std::size_t more, double part_done);

  // Buffers come from the pool: the entries are soon copied to a stream, and touching fresh pages
  // would take up to a third of the time of the pass.
  runtime::Buffer positions_;
  runtime::Buffer values_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  bool complete_ = true;
};

}  // namespace sparlab::algos::selectors
