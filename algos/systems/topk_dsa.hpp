#pragma once

#include "algos/error_feedback/held_back.hpp"
#include "algos/interface/reducer.hpp"
#include "model/parameters/topk_dsa.hpp"

namespace sparlab::algos {

/// TopkDSA: SparCML's dynamic sparse allreduce of every rank's k largest entries. The entries are
/// split over the ranks, which reduce their parts as sparse streams. Then the ranks add up the
/// number of entries in the result and gather the parts densely if there are enough. All ranks make
/// the same decision, independent of single parts. A rank holds back what it does not select, so
/// mass is conserved.
///
/// Shape   in: coo or dense over N indices. out: the union of the selections, coo or dense.
/// Cost    P-1 + 2 ceil(log2 P) messages, including one agreement (none if dense is not among the
///         formats or options.dense_switch is never: then there is nothing to decide); balanced:
///         (P-1)/P k entries, then (P-1)/P K entries or (P-1)/P N values. Hot spots as in
///         ssar_split_allgather.
/// Errors  ParameterError for any operation other than the sum.
/// Source  Li and Hoefler, PPoPP'22 (TopkDSA), after Renggli et al., SC'19. Its code clears the
///         residual of all k selected entries, but sends only those above the k-th: one entry is
///         lost in every call. Here exactly the sent entries are cleared.
template <class Stream>
class TopkDsa final : public Reducer<Stream> {
 public:
  TopkDsa(const model::TopkDsaParameters& parameters, const AllreduceOptions<Stream>& options);

  Stream reduce(runtime::Comm& comm, Stream input) override;
  const Stream* residual() const override { return &held_.stream(); }
  void transfer_state(StateArchive& archive) override { archive.transfer(held_); }

 private:
  Stream with_agreed_format(runtime::Comm& comm, Stream own, Range whole) const;

  model::TopkDsaParameters parameters_;
  AllreduceOptions<Stream> options_;
  error_feedback::HeldBack<Stream> held_;
};

}  // namespace sparlab::algos
