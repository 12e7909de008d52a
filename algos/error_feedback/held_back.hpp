#pragma once

#include <vector>

#include "algos/streams/state_archive.hpp"
#include "algos/streams/stream.hpp"

namespace sparlab::algos::error_feedback {

/// The residual of one rank of a reducer: the entries that it holds back between calls, as a stream
/// over the whole range. A call forms acc = input + residual and sends some of its entries. A rule
/// removes the entries that were applied; the rest is the next residual. This is local bookkeeping:
/// no work is charged.
///
/// Mass is conserved if sum over ranks of acc = result + sum over ranks of residual.
///
/// Counted streams hold nothing back: their input represents a gradient with the residual included.
class HeldBack {
 public:
  /// Returns input + residual, and leaves the residual empty. Dense if either is dense.
  Stream take_with(Stream input);

  /// Holds back `accumulated` without the entries of `sent`. Conserves mass if the result is the
  /// exact sum of what was sent (TopkA, TopkDSA, Gaussiank, Dryden, RedSync). Under quantization
  /// (QSGD, sign-mean) the difference between the sent value and its quantized value is lost.
  void hold_all_but(const Stream& accumulated, const Stream& sent);
  /// Holds back `accumulated` without the entries that are both in `sent` and in `selected`; a
  /// dense `selected` contains all entries. Conserves mass if each selected entry is the sum of all
  /// values that were sent for it (Ok-Topk). This does not hold for gTopk: where one subtree drops
  /// an index and another carries it to the root, the ranks of the first subtree clear their
  /// entries as if they had been applied, and these are lost.
  void hold_all_but_common(const Stream& accumulated, const Stream& sent, const Stream& selected);
  /// Adds `more` to the residual.
  void add(const Stream& more);
  /// The same for coo streams over parts of `whole`, which may overlap.
  void add_parts(const std::vector<Stream>& parts, Range whole);

  const Stream& stream() const { return held_; }
  void transfer_state(StateArchive& archive) { archive.transfer(held_); }

 private:
  Stream held_;  ///< empty until something is held back
};

/// The entries of `stream` whose indices are not in `sent`; none of a counted stream.
Stream left_of(const Stream& stream, const Stream& sent);

struct MomentumOptions {
  double momentum = 0.9;  ///< m, in [0, 1)
  bool nesterov = false;
};

/// RedSync's momentum correction: the residual accumulates the velocity U instead of the gradient,
/// so that entries that are sent late include their momentum. U belongs to one rank and covers the
/// whole range; the paper's V is the HeldBack of that rank. Without momentum this class returns its
/// input and holds no state. So it does for counted streams: an input represents the velocity of a
/// gradient. This is local bookkeeping: no work is charged.
///
/// Source  Fang and Hsieh, RedSync, Algorithm 4; Lin et al., Deep Gradient Compression, ICLR'18.
class HeldVelocity {
 public:
  explicit HeldVelocity(const MomentumOptions& options) : options_(options) {}

  /// U = m U + gradient. Returns the term that V accumulates: U, or with Nesterov U + gradient.
  Stream advance(Stream gradient);
  /// Momentum factor masking: clears U at the entries of `sent`, since stale momentum would
  /// otherwise keep moving them.
  void mask(const Stream& sent);
  void transfer_state(StateArchive& archive) { archive.transfer(decayed_); }

 private:
  MomentumOptions options_;
  HeldBack decayed_;  ///< m U
};

}  // namespace sparlab::algos::error_feedback
