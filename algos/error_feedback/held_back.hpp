#pragma once

#include <vector>

#include "algos/state_archive.hpp"
#include "algos/streams/counted_stream.hpp"
#include "algos/streams/sparse_stream.hpp"

namespace sparlab::algos::error_feedback {

/// What one rank of a reducer holds back between calls, its residual, as a stream over the whole
/// range: acc = input + residual is formed, some of it is sent, and a rule takes out of it what was
/// applied. The rest is the next residual. Local bookkeeping: no work is charged.
///
/// Mass is conserved if sum over ranks of acc = result + sum over ranks of residual.
template <class Stream>
class HeldBack;

template <class Value, class Index>
class HeldBack<SparseStream<Value, Index>> {
 public:
  using Stream = SparseStream<Value, Index>;

  /// input + what is held back, which is then nothing. Dense if either is.
  Stream take_with(Stream input);

  /// Holds `accumulated` without the entries of `sent`. Conserves mass if the result is the exact
  /// sum of what was sent (TopkA, TopkDSA, Gaussiank, Dryden, RedSync). Under quantization (QSGD,
  /// sign-mean) the difference between what was sent and its quantized value is lost.
  void hold_all_but(const Stream& accumulated, const Stream& sent);
  /// Holds `accumulated` without the entries that are both in `sent` and in `selected`; a dense
  /// `selected` has them all. Conserves mass if each selected entry is the sum of all that was sent
  /// for it (Ok-Topk). gTopk's are not: where a subtree drops an index that another one carries to
  /// the root, the first one's ranks believe that theirs was applied, and it vanishes.
  void hold_all_but_common(const Stream& accumulated, const Stream& sent, const Stream& selected);
  /// Holds `more` beside what is held already.
  void add(const Stream& more);
  /// The same for coo streams over parts of `whole`, which may overlap.
  void add_parts(const std::vector<Stream>& parts, Range whole);

  const Stream& stream() const { return held_; }
  void transfer_state(StateArchive& archive) { archive.transfer(held_); }

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
  void transfer_state(StateArchive&) {}

 private:
  CountedStream held_;
};

}  // namespace sparlab::algos::error_feedback
