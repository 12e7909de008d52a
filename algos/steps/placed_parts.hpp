#pragma once

#include <cstddef>
#include <vector>

#include "algos/streams/stream_operations.hpp"

namespace sparlab::algos {

/// A dense result in the making, of which rank r reduces part r of P: the parts are reduced, sent
/// and received where they belong in it, so that nothing has to be joined in the end.
///
/// Part r is a range that all ranks know (model::part_of), and a dense part has a value for each of
/// its indices: messages are values and nothing else.
template <class Stream>
class PlacedParts;

template <class Value, class Index>
class PlacedParts<SparseStream<Value, Index>> {
 public:
  using Stream = SparseStream<Value, Index>;

  PlacedParts(Range whole, std::size_t parts);

  /// Reduces the contributions to a part, from left to right. Charges what making the first one
  /// dense and merging the others into it would.
  void reduce(runtime::Comm& comm, std::size_t part, const std::vector<Stream>& contributions,
              const Reduction<Value>& op);

  /// The message of parts first, first + 1, ... (modulo P), where they lie. If they are not in one
  /// piece it is a copy, which is charged.
  runtime::Message message(runtime::Comm& comm, std::size_t first, std::size_t count) const;
  /// Where such a message is best received.
  runtime::Message place(std::size_t first, std::size_t count) const;
  /// Takes it. Charges the copy to its place, which an engine that receives in place spares.
  /// Errors  WireError: another number of values.
  void take(runtime::Comm& comm, const runtime::Message& message, std::size_t first,
            std::size_t count);

  Stream whole() && { return std::move(whole_); }

 private:
  Stream whole_;
  Value* values_;
  std::size_t parts_;
};

template <>
class PlacedParts<CountedStream> {
 public:
  PlacedParts(Range whole, std::size_t parts) : whole_(whole), parts_(parts) {}

  void reduce(runtime::Comm& comm, std::size_t part,
              const std::vector<CountedStream>& contributions, CountedStream::reduction_type op);
  runtime::Message message(runtime::Comm& comm, std::size_t first, std::size_t count) const;
  static runtime::Message place(std::size_t, std::size_t) { return {}; }
  void take(runtime::Comm& comm, const runtime::Message& message, std::size_t first,
            std::size_t count);
  CountedStream whole() &&;

 private:
  Range whole_;
  std::size_t parts_;
  CountedStream own_;
};

}  // namespace sparlab::algos
