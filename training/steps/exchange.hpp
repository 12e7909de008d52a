#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "algos/error_feedback/held_back.hpp"
#include "algos/interface/reducer.hpp"
#include "algos/registry/registry.hpp"
#include "training/methods/method.hpp"
#include "training/problem/gradient.hpp"

namespace sparlab::training {

/// Entries of a stream; of a dense one, those that are not 0.
std::uint64_t nonzeros(const Typed& stream);

/// How many entries a rank is to select in a step, of all buckets; 0: all, nothing is held back.
/// `algorithm` is one of algorithm_of.
std::uint64_t selected_of(const MethodRule& rule, const model::Algorithm& algorithm,
                          std::uint64_t parameters);

/// Sums with the sign of a hash of each index: a projection of a vector on one number. A reduction
/// that loses entries or counts them twice changes it, whatever their values add up to.
struct Projection {
  double signed_sum = 0;
  double magnitude = 0;  ///< without signs

  void add(const Typed& stream);
};

/// One rank's exchange of contributions: momentum correction, selection with error feedback, and
/// the allreduce. All or some of it may be the algorithm's own (algorithm_of).
class Exchange {
 public:
  /// `algorithm` is one of algorithm_of.
  Exchange(const MethodRule& rule, const model::Algorithm& algorithm,
           const algos::AllreduceOptions& options, std::uint64_t parameters);

  /// What a rank has before and after it selects.
  struct Terms {
    algos::Stream contribution;  ///< after momentum correction
    algos::Stream accumulated;   ///< contribution + residual
    algos::Stream selected;      ///< what it sends; if the algorithm selects: the k largest entries
  };

  /// The sum over ranks of what they send of contribution + residual; the same bits on all. Also
  /// gives the `terms` if there are some to fill.
  Typed sum(runtime::Comm& comm, Typed contribution, Terms* terms = nullptr);

  /// Whether entries are selected, and this class sees their terms: not if the algorithm itself
  /// corrects the momentum.
  bool knows_xi() const { return k_ > 0 && !algorithm_has_momentum_; }
  /// The least xi for which Assumption 1 of Ok-Topk holds in a step, from all ranks' terms and the
  /// sum u that they led to: |top-k of the sum of accumulated - u| / |sum of contributions|. Known
  /// to rank 0 only, and if contributions are not 0. All ranks call it; it takes two sparse
  /// allreduces.
  /// Source  Li and Hoefler, PPoPP'22; Alistarh et al., NeurIPS'18.
  std::optional<double> xi(runtime::Comm& comm, Terms terms, const Typed& sum) const;

  /// The time of all exchanges on this rank, without that of the tally and of xi.
  double seconds() const { return seconds_; }

  /// What this rank holds back.
  Projection left() const;

  /// Mass is conserved if, over all ranks, `put_in` = `left` + `applied`.
  struct Tally {
    Projection put_in;   ///< contributions, after momentum correction
    Projection applied;  ///< sums; rank 0 alone counts them
    double sent = 0;     ///< entries of this rank that got into sums
    double in_sum = 0;   ///< entries of the sums that are not 0
  };
  const Tally& tally() const { return tally_; }

 private:
  algos::Stream select(runtime::Comm& comm, const algos::Stream& accumulated) const;
  algos::Stream select_and_hold(runtime::Comm& comm, algos::Stream term);
  /// The residual of the method or of the algorithm; null if there is none.
  const Typed* held() const;
  /// Adds the time of the work.
  template <class Work>
  auto timed(runtime::Comm& comm, Work work);

  algos::AllreduceOptions options_;
  const algos::AlgorithmInfo& info_;
  std::unique_ptr<algos::Reducer> reducer_;
  bool algorithm_selects_;
  bool algorithm_has_momentum_;
  std::uint64_t k_;  ///< of each bucket, if there are some
  std::uint64_t bucket_;
  algos::error_feedback::HeldVelocity velocity_;
  algos::error_feedback::HeldBack held_;
  Tally tally_;
  double seconds_ = 0;
};

}  // namespace sparlab::training
