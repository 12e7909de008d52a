#pragma once

#include "algos/error_feedback/held_back.hpp"
#include "algos/reducer.hpp"
#include "model/parameters/dryden.hpp"

namespace sparlab::algos {

/// The allreduce of Dryden et al.: a pairwise reduce-scatter of every rank's k largest entries, in
/// which the owner of a part keeps only the ceil(k/P) largest after every stage, and a ring
/// allgather of the parts. What an owner drops, of all ranks' contributions, enters its own
/// residual: mass moves between ranks, but none is lost.
///
/// Shape   in: coo or dense over N indices. out: coo, at most P*ceil(k/P) entries. With
///         reselect=false the exact sum of the selections, dense where a part became dense.
/// Cost    2(P-1) messages; (P-1)/P k entries each way and stage's sizes that do not grow (entries
///         spread evenly); k = 0 and reselect: one agreement more.
/// Errors  ParameterError for another operation than the sum.
/// Source  Dryden et al., MLHPC 2016. Its main scheme also quantises adaptively, which is not here.
template <class Stream>
class Dryden final : public Reducer<Stream> {
 public:
  Dryden(const model::DrydenParameters& parameters, const AllreduceOptions<Stream>& options);

  Stream reduce(runtime::Comm& comm, Stream input) override;
  const Stream* residual() const override { return &held_.stream(); }
  void transfer_state(StateArchive& archive) override { archive.transfer(held_); }

 private:
  /// The selections' parts at their owners, whole.
  std::vector<Stream> reduce_scatter(runtime::Comm& comm, const Stream& selection,
                                     std::uint64_t part_k);

  model::DrydenParameters parameters_;
  AllreduceOptions<Stream> options_;
  error_feedback::HeldBack<Stream> held_;
};

}  // namespace sparlab::algos
