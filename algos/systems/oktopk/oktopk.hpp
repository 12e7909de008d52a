#pragma once

#include <cstdint>
#include <vector>

#include "algos/error_feedback/held_back.hpp"
#include "algos/reducer.hpp"
#include "algos/systems/oktopk/global_threshold.hpp"
#include "algos/systems/oktopk/local_threshold.hpp"
#include "model/parameters/oktopk.hpp"

namespace sparlab::algos {

/// Ok-Topk: Topk(sum of Topk(input + residual)), both approximated by thresholds between their
/// evaluations.
///
/// Shape   calls 0, tau', 2 tau', ..., and those after one that summed fewer than k entries: the
///         exact top k (form=corrected); others: whatever reaches the thresholds. Always a coo
///         stream: the dense switch is not used.
/// Mass    conserved: a rank clears the entries that it sent and that are in the result; what it
///         sent in vain, and what is in the result but came from others, it holds back.
/// Cost    ordinary call: P-1 + 2 ceil(log2 P) messages, and up to 2P-1 of all ranks together where
///         balancing is due. Evaluating calls gather all sums, too; see docs/algorithms/oktopk.md.
///         What thresholds cut off decides the counts, not the supports alone.
/// Errors  the constructor: ParameterError for other operations than the sum.
/// Source  Li and Hoefler, PPoPP'22, Algorithms 1 and 2. Differences: its page.
template <class Stream>
class Oktopk final : public Reducer<Stream> {
 public:
  Oktopk(const model::OktopkParameters& parameters, const AllreduceOptions<Stream>& options);

  Stream reduce(runtime::Comm& comm, Stream input) override;
  const Stream* residual() const override;
  void transfer_state(StateArchive& archive) override {
    archive.transfer(calls_, k_, local_, global_, regions_, held_back_);
  }

 private:
  /// What every rank gets of the owners' sums: steps 4 and 5.
  Stream selected_of(runtime::Comm& comm, const Stream& sum, Range whole, bool evaluating);
  bool balances(const std::vector<double>& sizes) const;
  /// The whole of what the owners of the regions hold.
  Stream gather(runtime::Comm& comm, const Stream& own) const;

  model::OktopkParameters parameters_;
  AllreduceOptions<Stream> options_;
  std::uint64_t calls_ = 0;
  std::uint64_t k_ = 0;  ///< of the result, since the last evaluation
  oktopk::LocalThreshold<Stream> local_;
  oktopk::GlobalThreshold<Stream> global_;
  std::vector<std::uint64_t> regions_;
  error_feedback::HeldBack<Stream> held_back_;
};

}  // namespace sparlab::algos
