#pragma once

#include <span>

#include "algos/kernels/coo_view.hpp"

/// What a rank keeps back for later iterations: acc = residual + gradient is formed in place, some
/// of it is sent, and afterwards a rule takes out of it what was applied. The rest is the next
/// residual.
///
/// Mass conservation means sum over ranks of acc = update + sum over ranks of residual.
namespace sparlab::algos::error_feedback {

/// residual += gradient; both have the same length.
template <class Value>
void accumulate(std::span<Value> residual, std::span<const Value> gradient);

/// Clears what was sent. Conserves mass if the update is the exact sum of what was sent: TopkA,
/// TopkDSA, Gaussiank, Dryden, RedSync. Under quantization (QSGD, sign-mean) the difference between
/// what was sent and its quantized value is lost at every entry.
template <class Value, class Index>
struct ClearSent {
  /// `sent`: sorted indices, below acc.size().
  static void apply(std::span<Value> acc, std::span<const Index> sent);
};

/// Ok-Topk: clears only what was sent and also selected globally. Entries that were sent but not
/// selected stay, and so do entries that others brought into the selection. Conserves mass, as each
/// selected entry is the sum of all that was sent for it.
template <class Value, class Index>
struct ClearSentAndSelected {
  /// Both sorted; the values stay as they were accumulated.
  static void apply(std::span<Value> acc, std::span<const Index> sent,
                    std::span<const Index> selected);
};

/// gTopk: everything sent is taken out, then local winners that are absent from the final set are
/// put back. Does not conserve mass: when a subtree drops an index that another one carries into
/// the final set, the first one's ranks believe that theirs was applied, and it vanishes.
template <class Value, class Index>
struct PutBackAbsent {
  /// On sending.
  static void take_out(std::span<Value> acc, std::span<const Index> sent);
  /// When the final set is known: adds entries of `sent` that are not in `selected` to what `acc`
  /// is by then. Both sorted.
  static void put_back(std::span<Value> acc, kernels::CooView<Value, Index> sent,
                       std::span<const Index> selected);
};

}  // namespace sparlab::algos::error_feedback
