#pragma once

#include <cstdint>
#include <memory>

#include "algos/error_feedback/held_back.hpp"
#include "algos/interface/reducer.hpp"
#include "algos/registry/registry.hpp"
#include "training/methods/method.hpp"
#include "training/problem/gradient.hpp"

namespace sparlab::training {

/// Entries of a stream; of a dense one, those that are not 0.
std::uint64_t nonzeros(const Typed& stream);

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

  /// The sum over ranks of what they send of contribution + residual; the same bits on all.
  Typed sum(runtime::Comm& comm, Typed contribution);

  /// The time of all exchanges on this rank, without that of the tally.
  double seconds() const { return seconds_; }

  /// What this rank holds back.
  Projection left() const;

  /// Mass is conserved if, over all ranks, `put_in` = `left` + `applied`.
  struct Tally {
    Projection put_in;   ///< contributions, after momentum correction
    Projection applied;  ///< sums; rank 0 alone counts them
    double sent = 0;     ///< entries; of an algorithm that selects: those of the sum
    double in_sum = 0;   ///< entries of the sums that are not 0
  };
  const Tally& tally() const { return tally_; }

 private:
  algos::Stream select_and_hold(runtime::Comm& comm, algos::Stream term);
  /// Adds the time of the work.
  template <class Work>
  auto timed(runtime::Comm& comm, Work work);

  algos::AllreduceOptions options_;
  const algos::AlgorithmInfo& info_;
  std::unique_ptr<algos::Reducer> reducer_;
  bool algorithm_selects_;
  std::uint64_t k_;
  std::uint64_t bucket_;
  algos::error_feedback::HeldVelocity velocity_;
  algos::error_feedback::HeldBack held_;
  Tally tally_;
  double seconds_ = 0;
};

}  // namespace sparlab::training
