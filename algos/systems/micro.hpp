#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algos/error_feedback/held_back.hpp"
#include "algos/interface/allreduce.hpp"
#include "algos/interface/reducer.hpp"
#include "algos/streams/state_archive.hpp"
#include "model/parameters/top_k.hpp"

namespace sparlab::algos {

/// MiCRO, and with parts=balanced ExDyna. The range is cut into P exclusive parts. In call t, rank
/// r selects the entries of input + residual that reach a threshold in part (t + r) mod P, and no
/// others. Selections never overlap, so all ranks gather their indices and add up all ranks' values
/// there by a dense allreduce. A rank holds back its other entries, so mass is conserved.
///
/// The threshold is the same on all ranks. After each call it is scaled by the number of entries
/// that all ranks have selected (MicroParameters::scaling). parts=balanced: the parts are runs of
/// 1,024 equal blocks, of which one moves between neighbours whose counts differ much.
///
/// Shape   in: coo or dense over N indices. out: coo, the indices that some rank has selected in
///         its part, zeros included. The values decide how many; the model and counted streams
///         assume the share of its part that a rank selects if it selects k of its whole input.
///         k = 0: all entries in a rank's part, nonzeros if it is dense.
/// Cost    2 ceil(log2 P) messages that gather P counts and P lists of indices, each as long as the
///         longest one, and dense_rabenseifner of the values: about 3k words whatever P.
/// Errors  WireError. ParameterError for any operation other than the sum.
/// Source  Yoon and Oh, MiCRO, HiPC'23; ExDyna, CCGrid'24.
class Micro final : public Reducer {
 public:
  Micro(const model::MicroParameters& parameters, const AllreduceOptions& options)
      : parameters_(parameters), options_(options) {
    require_sum(options, "micro");
  }

  Stream reduce(runtime::Comm& comm, Stream input) override;
  const Stream* residual() const override { return &held_.stream(); }
  void transfer_state(StateArchive& archive) override {
    archive.transfer(calls_, threshold_, blocks_, held_);
  }

 private:
  /// What a rank of this call selects in its part. Charges the selection.
  Stream select(runtime::Comm& comm, const Stream& accumulated, Range part) const;
  /// The sums of all ranks' values at all indices that ranks have chosen. `counts` become the
  /// numbers of indices in each part; `turn` is the part of rank 0.
  Stream sums(runtime::Comm& comm, const Stream& accumulated, const Stream& chosen,
              std::span<const std::uint64_t> boundaries, std::uint64_t turn,
              std::vector<double>& counts) const;

  model::MicroParameters parameters_;
  AllreduceOptions options_;
  error_feedback::HeldBack held_;
  std::uint64_t calls_ = 0;
  double threshold_ = 0;
  std::vector<std::uint64_t> blocks_;  ///< first block of each part, then their number
};

}  // namespace sparlab::algos
