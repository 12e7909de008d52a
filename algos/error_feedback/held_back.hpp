#pragma once

#include <vector>

#include "algos/streams/counted_stream.hpp"
#include "algos/streams/sparse_stream.hpp"

namespace sparlab::algos::error_feedback {

/// What one rank of a reducer holds back between calls, as a stream over the whole range. The same
/// rules as residual.hpp states for dense vectors. Local bookkeeping: no work is charged.
template <class Stream>
class HeldBack;

template <class Value, class Index>
class HeldBack<SparseStream<Value, Index>> {
 public:
  using Stream = SparseStream<Value, Index>;

  /// input + what is held back, which is then nothing. Dense if either is.
  Stream take_with(Stream input);

  /// Holds `accumulated` without the entries of `sent` (ClearSent).
  void hold_all_but(const Stream& accumulated, const Stream& sent);
  /// Holds `accumulated` without the entries that are both in `sent` and in `selected`
  /// (ClearSentAndSelected); a dense `selected` has them all.
  void hold_all_but_common(const Stream& accumulated, const Stream& sent, const Stream& selected);
  /// Holds `more` beside what is held already.
  void add(const Stream& more);
  /// The same for coo streams over parts of `whole`, which may overlap.
  void add_parts(const std::vector<Stream>& parts, Range whole);

  const Stream& stream() const { return held_; }

 private:
  Stream held_;
};

/// The entries of `stream` whose indices `sent` does not hold.
template <class Value, class Index>
SparseStream<Value, Index> left_of(const SparseStream<Value, Index>& stream,
                                   const SparseStream<Value, Index>& sent);
inline CountedStream left_of(const CountedStream&, const CountedStream&) { return {}; }

/// Counted streams hold nothing back: an input stands for a gradient with the residual in it.
template <>
class HeldBack<CountedStream> {
 public:
  CountedStream take_with(CountedStream input) const { return input; }
  void hold_all_but(const CountedStream&, const CountedStream&) {}
  void hold_all_but_common(const CountedStream&, const CountedStream&, const CountedStream&) {}
  void add(const CountedStream&) {}
  void add_parts(const std::vector<CountedStream>&, Range) {}
  const CountedStream& stream() const { return held_; }

 private:
  CountedStream held_;
};

}  // namespace sparlab::algos::error_feedback
