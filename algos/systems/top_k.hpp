#pragma once

#include "algos/error_feedback/held_back.hpp"
#include "algos/interface/reducer.hpp"
#include "model/parameters/top_k.hpp"

namespace sparlab::algos {

/// TopkA: every rank selects its k largest entries of input + residual, gathers the selections of
/// all ranks and adds them up locally. The sum of the selections is exact, and a rank holds back
/// what it does not select, so mass is conserved. With k = 0 nothing is left out: this is
/// sparse_allgather.
///
/// Shape   in: coo or dense over N indices. out: the union of the selections, at most P*k entries.
/// Cost    ceil(log2 P) messages; (P-1)k entries received, P*k reduced; selecting reads the input.
/// Errors  ParameterError for any operation other than the sum.
/// Source  Li and Hoefler, PPoPP'22 (TopkA). Its code gathers values and indices separately, in
///         twice the messages, and requires equal k.
class TopkAllgather final : public Reducer {
 public:
  TopkAllgather(const model::TopkAllgatherParameters& parameters, const AllreduceOptions& options);

  Stream reduce(runtime::Comm& comm, Stream input) override;
  const Stream* residual() const override { return &held_.stream(); }
  void transfer_state(StateArchive& archive) override { archive.transfer(held_); }

 private:
  model::TopkAllgatherParameters parameters_;
  AllreduceOptions options_;
  error_feedback::HeldBack held_;
};

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
class TopkDsa final : public Reducer {
 public:
  TopkDsa(const model::TopkDsaParameters& parameters, const AllreduceOptions& options);

  Stream reduce(runtime::Comm& comm, Stream input) override;
  const Stream* residual() const override { return &held_.stream(); }
  void transfer_state(StateArchive& archive) override { archive.transfer(held_); }

 private:
  Stream with_agreed_format(runtime::Comm& comm, Stream own, Range whole) const;

  model::TopkDsaParameters parameters_;
  AllreduceOptions options_;
  error_feedback::HeldBack held_;
};

/// gTopk: a binomial tree reduces every rank's k largest entries of input + residual. Each node
/// adds matching entries and keeps the k largest of the union; the root's k entries are broadcast.
/// The result approximates the top k of the sum.
///
/// Entries that are not in the result return to the rank's residual. This does not conserve mass:
/// where a node drops an index and another subtree carries it to the root, the ranks below the node
/// treat their share as applied. The loss grows with the number of ranks.
///
/// Shape   in: coo or dense over N indices. out: coo, min(k, K) entries, K the union of the
///         selections.
/// Cost    Any P. 2 ceil(log2 P) messages on the critical path, of k entries each, and half as many
///         merges and selections of up to 2k. broadcast=scatter_allgather: 3 ceil(log2 P) messages,
///         k log2 P + 2 (P-1)/P k entries (result spread evenly). k = 0: one more agreement.
/// Errors  ParameterError for any operation other than the sum.
/// Source  Shi et al., ICDCS 2019 (gTop-k); Li and Hoefler, PPoPP'22. Its code requires P = 2^L,
///         has a barrier in every round and sends 16 bytes an entry.
class Gtopk final : public Reducer {
 public:
  Gtopk(const model::GtopkParameters& parameters, const AllreduceOptions& options);

  Stream reduce(runtime::Comm& comm, Stream input) override;
  const Stream* residual() const override { return &held_.stream(); }
  void transfer_state(StateArchive& archive) override { archive.transfer(held_); }

 private:
  model::GtopkParameters parameters_;
  AllreduceOptions options_;
  error_feedback::HeldBack held_;
};

}  // namespace sparlab::algos
