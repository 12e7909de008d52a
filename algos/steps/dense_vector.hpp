#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algos/interface/allreduce.hpp"

namespace sparlab::algos {

/// A range of a vector, and the rank to which it goes or from which it comes.
struct SentRange {
  Range range;
  int rank;
};

/// The ranks first, first + distance, first + 2 * distance, ...
struct SpacedRanks {
  int first;
  int distance;
  int count;
};

/// What becomes of received values: they replace those of their range, or are combined with them,
/// as the left or as the right operand.
enum class Arrival : std::uint8_t { replaces, is_left, is_right };

/// A dense vector that is reduced in place, as MPI libraries do it: ranges of it are sent and
/// received as values alone, without copies. Both partners know the range of a message; only its
/// size is checked.
///
/// On engines that deliver messages without a copy, a receiver may still read what was sent after
/// the send has completed. A sender may therefore change a part of the vector only after a message
/// that its receiver could not have sent before it had read that part. Sums of the whole vector are
/// safe: they go to the memory in which the other operand is received.
class DenseVector {
 public:
  /// `dense` is a dense stream. Its memory is not changed if others hold it.
  DenseVector(Stream dense, const Operation& op);

  Range range() const { return values_.range(); }

  /// Copies the vector to other memory; charged.
  void copy(runtime::Comm& comm);

  // Errors  WireError: a message of another size.
  void send(runtime::Comm& comm, const SentRange& sent) const;
  void receive(runtime::Comm& comm, const SentRange& from, Arrival arrival);
  void exchange(runtime::Comm& comm, const SentRange& sent, const SentRange& from, Arrival arrival);
  /// All members of a group send the whole vector to each other at once. When all have arrived,
  /// each adds them in the order of their ranks.
  void exchange_whole(runtime::Comm& comm, const SpacedRanks& group);

  /// The values of a range as a stream of their own; the copy is charged.
  Stream part(runtime::Comm& comm, Range range) const;
  /// Puts the values of a dense stream in the place of its range; the copy is charged.
  void replace(runtime::Comm& comm, const Stream& part);

  /// The vector as a result of all ranks of `comm`.
  Stream result(const runtime::Comm& comm) &&;
  /// The vector as it is, of the ranks that it had.
  Stream values() && { return std::move(values_); }

 private:
  double bytes_of(Range range) const;
  runtime::Message message(const Stream& vector, Range range) const;
  Stream uninitialised_whole() const;
  runtime::Request begin_receive(runtime::Comm& comm, const SentRange& from, Arrival arrival);
  void check_size(const runtime::Message& message, Range range) const;
  void take(runtime::Comm& comm, const runtime::Message& message, Range range, Arrival arrival);
  template <class One>
  static void place(One& own, const runtime::Message& message, Range range);
  template <class One>
  void combine(One& own, const runtime::Message& message, Range range, bool message_is_left);
  template <class One>
  void combine_all(One& own, std::size_t member, const std::vector<runtime::Message>& others,
                   Stream target);
  void move_to_other_memory();

  Stream values_;
  Operation op_;
  bool borrowed_;            ///< others held the memory when the vector was made
  Stream incoming_;          ///< receives operands of the whole vector
  runtime::Buffer scratch_;  ///< receives operands of parts
};

}  // namespace sparlab::algos
