#pragma once

#include <cstdint>
#include <vector>

#include "algos/error_feedback/held_back.hpp"
#include "algos/interface/reducer.hpp"
#include "algos/systems/oktopk/thresholds.hpp"
#include "model/parameters/oktopk.hpp"

namespace sparlab::algos {

/// Ok-Topk: Topk(sum of Topk(input + residual)). Thresholds, evaluated only now and then,
/// approximate both selections between evaluations.
///
/// Shape   calls 0, tau', 2 tau', ..., and a call after one that summed fewer than k entries: the
///         exact top k (form=corrected); others: all entries that reach the thresholds. Always a
///         coo stream: the dense switch is not used.
/// Mass    conserved: a rank clears the entries that it sent and that are in the result. It holds
///         back entries that it sent but that are not in the result, and entries that are in the
///         result but that it did not send.
/// Cost    ordinary call: P-1 + 2 ceil(log2 P) messages, and up to 2P-1 of all ranks together if
///         balancing takes place. Evaluating calls also gather all sums; see
///         docs/algorithms/oktopk.md. The counts depend on the thresholds, not only on the
///         supports.
/// Errors  the constructor: ParameterError for any operation other than the sum.
/// Source  Li and Hoefler, PPoPP'22, Algorithms 1 and 2. Differences: docs/algorithms/oktopk.md.
class Oktopk final : public Reducer {
 public:
  Oktopk(const model::OktopkParameters& parameters, const AllreduceOptions& options);

  Stream reduce(runtime::Comm& comm, Stream input) override;
  const Stream* residual() const override { return &held_back_.stream(); }
  std::uint64_t identical_calls() const override;
  void skip_calls(std::uint64_t calls) override;
  void transfer_state(StateArchive& archive) override {
    archive.transfer(calls_, k_, local_, global_, regions_, held_back_);
  }

 private:
  /// The part of the owners' sums that every rank receives: steps 4 and 5.
  Stream selected_of(runtime::Comm& comm, const Stream& sum, Range whole, bool evaluating);
  bool balances(const std::vector<double>& sizes) const;
  /// Concatenates the streams that the owners of the regions hold.
  Stream gather(runtime::Comm& comm, const Stream& own) const;

  model::OktopkParameters parameters_;
  AllreduceOptions options_;
  std::uint64_t calls_ = 0;
  bool counted_ = false;        ///< the last input was
  bool evaluated_ = false;      ///< the last call did
  bool repartitioned_ = false;  ///< the last call did
  std::uint64_t k_ = 0;         ///< entries in the result, since the last evaluation
  oktopk::LocalThreshold local_;
  oktopk::GlobalThreshold global_;
  std::vector<std::uint64_t> regions_;
  error_feedback::HeldBack held_back_;
};

}  // namespace sparlab::algos
