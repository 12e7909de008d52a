#pragma once

#include "algos/error_feedback/held_back.hpp"
#include "algos/reducer.hpp"
#include "model/parameters/topk_dsa.hpp"

namespace sparlab::algos {

/// TopkDSA: SparCML's dynamic sparse allreduce of every rank's k largest entries. Split over the
/// ranks, sparse reduction of the parts, then the ranks add up how many entries the result has and
/// gather the parts densely if that is many. All decide alike, whatever single parts hold. What a
/// rank does not select it holds back, so mass is conserved.
///
/// Shape   in: coo or dense over N indices. out: the union of the selections, coo or dense.
/// Cost    P-1 + 2 ceil(log2 P) messages, of which one agreement (none without dense among the
///         formats or if options.dense_switch is never: no decision is due); balanced: (P-1)/P k
///         entries, then (P-1)/P K entries or (P-1)/P N values. Hot-spots as in
///         ssar_split_allgather.
/// Errors  ParameterError for another operation than the sum.
/// Source  Li and Hoefler, PPoPP'22 (TopkDSA), after Renggli et al., SC'19. Its code clears the
///         residual of all k winners, but sends only those above the k-th: one entry is lost in
///         every call. Here what is cleared is what was sent.
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
