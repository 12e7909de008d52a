#pragma once

#include "algos/error_feedback/held_back.hpp"
#include "algos/interface/reducer.hpp"
#include "model/parameters/top_k.hpp"

namespace sparlab::algos {

/// The allreduce of Dryden et al.: a pairwise reduce-scatter of every rank's k largest entries, and
/// a ring allgather of the parts. After every stage, the owner of a part keeps only its ceil(k/P)
/// largest entries. The sums that an owner drops enter its own residual: mass moves between ranks,
/// but none is lost.
///
/// Shape   in: coo or dense over N indices. out: coo, at most P*ceil(k/P) entries. With
///         reselect=false: the exact sum of the selections, dense where a part became dense.
/// Cost    2(P-1) messages; (P-1)/P k entries in each direction, in stages whose sizes do not grow
///         (entries spread evenly); k = 0 and reselect: one more agreement.
/// Errors  ParameterError for any operation other than the sum.
/// Source  Dryden et al., MLHPC 2016. Its main scheme also uses adaptive quantization, which is not
///         implemented here.
class Dryden final : public Reducer {
 public:
  Dryden(const model::DrydenParameters& parameters, const AllreduceOptions& options);

  Stream reduce(runtime::Comm& comm, Stream input) override;
  const Stream* residual() const override { return &held_.stream(); }
  void transfer_state(StateArchive& archive) override { archive.transfer(held_); }

 private:
  /// The complete reduced parts of the selections at their owners.
  std::vector<Stream> reduce_scatter(runtime::Comm& comm, const Stream& selection,
                                     std::uint64_t part_k);

  model::DrydenParameters parameters_;
  AllreduceOptions options_;
  error_feedback::HeldBack held_;
};

}  // namespace sparlab::algos
