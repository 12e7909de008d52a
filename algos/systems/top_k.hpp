#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "algos/error_feedback/held_back.hpp"
#include "algos/interface/allreduce.hpp"
#include "algos/interface/reducer.hpp"
#include "algos/selectors/fitted_threshold.hpp"
#include "algos/selectors/sampled_threshold.hpp"
#include "model/parameters/top_k.hpp"
#include "model/parameters/topk_allgather.hpp"

namespace sparlab::algos {

/// What the systems below have in common: their settings, and the entries that a rank holds back.
/// Errors  ParameterError for any operation other than the sum; `name` is that of the algorithm.
template <class Parameters>
class SelectingReducer : public Reducer {
 public:
  const Stream* residual() const final { return &held_.stream(); }
  void transfer_state(StateArchive& archive) override { archive.transfer(held_); }

 protected:
  SelectingReducer(const Parameters& parameters, const AllreduceOptions& options,
                   std::string_view name)
      : parameters_(parameters), options_(options) {
    require_sum(options, name);
  }

  Parameters parameters_;
  AllreduceOptions options_;
  error_feedback::HeldBack held_;
};

/// TopkA: every rank selects its k largest entries of input + residual, gathers the selections of
/// all ranks and adds them up locally. The sum of the selections is exact, and a rank holds back
/// what it does not select, so mass is conserved. With k = 0 nothing is left out: this is
/// sparse_allgather. The selectors of DGC and SIDCo choose about k entries by a threshold, all of a
/// coo stream with at most k.
///
/// Shape   in: coo or dense over N indices. out: the union of the selections, at most P*k entries.
///         With a threshold, the values decide how many; the model and counted streams assume k.
/// Cost    ceil(log2 P) messages; (P-1)k entries received, P*k reduced; selecting reads the input.
///         dgc also charges a selection from its sample, and one from what it ranks. sidco charges
///         one selection for all stages.
/// Source  Li and Hoefler, PPoPP'22 (TopkA). Its code gathers values and indices separately, in
///         twice the messages, and requires equal k.
class TopkAllgather final : public SelectingReducer<model::TopkAllgatherParameters> {
 public:
  TopkAllgather(const model::TopkAllgatherParameters& parameters, const AllreduceOptions& options)
      : SelectingReducer(parameters, options, "topk_allgather"), fitted_(parameters.fit) {}

  Stream reduce(runtime::Comm& comm, Stream input) override;
  void transfer_state(StateArchive& archive) override {
    archive.transfer(held_, sampled_, fitted_);
  }

 private:
  Stream choose(runtime::Comm& comm, const Stream& accumulated);

  selectors::SampledThreshold sampled_;
  selectors::FittedThreshold fitted_;
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
/// Source  Li and Hoefler, PPoPP'22 (TopkDSA), after Renggli et al., SC'19. Its code clears the
///         residual of all k selected entries, but sends only those above the k-th: one entry is
///         lost in every call. Here exactly the sent entries are cleared.
class TopkDsa final : public SelectingReducer<model::TopkDsaParameters> {
 public:
  TopkDsa(const model::TopkDsaParameters& parameters, const AllreduceOptions& options)
      : SelectingReducer(parameters, options, "topk_dsa") {}

  Stream reduce(runtime::Comm& comm, Stream input) override;

 private:
  Stream with_agreed_format(runtime::Comm& comm, Stream own, Range whole) const;
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
/// Source  Shi et al., ICDCS 2019 (gTop-k); Li and Hoefler, PPoPP'22. Its code requires P = 2^L,
///         has a barrier in every round and sends 16 bytes an entry.
class Gtopk final : public SelectingReducer<model::GtopkParameters> {
 public:
  Gtopk(const model::GtopkParameters& parameters, const AllreduceOptions& options)
      : SelectingReducer(parameters, options, "gtopk") {
    options_.dense_switch = DenseSwitch::never;  // a union is cut to k immediately
  }

  Stream reduce(runtime::Comm& comm, Stream input) override;
};

/// Gaussiank: every rank fits a normal distribution to its values and selects those above the
/// threshold that k of N values would exceed. It gathers the selections of all ranks and adds them
/// up. The number of entries varies from rank to rank and from call to call. The sum of the
/// selections is exact, and a rank holds back what it does not select, so mass is conserved. With k
/// = 0 nothing is left out: this is sparse_allgather.
///
/// The distribution is fitted to all N values of input + residual, including the zeros of a coo
/// stream: the same vector gives the same selection in either format.
///
/// Shape   in: coo or dense over N indices. out: the union of the selections. The values decide how
///         many entries a rank sends; the model and counted streams assume k, the target.
/// Cost    ceil(log2 P) messages; (P-1)k entries received, P*k reduced, if k are selected. Charged
///         as one selection among the entries held, for any number of thresholds tried.
/// Source  Shi et al., GaussianK-SGD; Li and Hoefler, PPoPP'22 (Gaussiank). The public code gathers
///         counts, values and indices separately, in three times the messages.
class Gaussiank final : public SelectingReducer<model::GaussiankParameters> {
 public:
  Gaussiank(const model::GaussiankParameters& parameters, const AllreduceOptions& options)
      : SelectingReducer(parameters, options, "gaussiank") {}

  Stream reduce(runtime::Comm& comm, Stream input) override;
};

/// Block-local top-k: every rank selects the same number of entries of input + residual from every
/// block of indices, those of largest magnitude, and gathers the selections of all ranks in
/// messages of equal size, whose indices take log2(block) bits. The sum of the selections is exact,
/// and a rank holds back what it does not select, so mass is conserved.
///
/// Shape   in: coo or dense over N indices. out: the union of the selections without zeros.
/// Cost    ceil(log2 P) messages; P-1 of model::block_local_bytes received, whatever the ranks
///         hold; P*k entries reduced; selecting reads the input. k = 0: one more agreement.
/// Source  Peng et al., DeMo, arXiv 2411.19870, without its cosine transform.
class BlockTopk final : public SelectingReducer<model::BlockTopkParameters> {
 public:
  BlockTopk(const model::BlockTopkParameters& parameters, const AllreduceOptions& options)
      : SelectingReducer(parameters, options, "block_topk") {}

  Stream reduce(runtime::Comm& comm, Stream input) override;
};

/// The allreduce of Dryden et al.: a pairwise reduce-scatter of every rank's k largest entries, and
/// a ring allgather of the parts. After every stage, the owner of a part keeps only its ceil(k/P)
/// largest entries. The sums that an owner drops enter its own residual: mass moves between ranks,
/// but none is lost.
///
/// Shape   in: coo or dense over N indices. out: coo, at most P*ceil(k/P) entries. With
///         reselect=false: the exact sum of the selections, dense where a part became dense.
/// Cost    2(P-1) messages; (P-1)/P k entries in each direction, in stages whose sizes do not grow
///         (entries spread evenly); k = 0 and reselect: one more agreement.
/// Source  Dryden et al., MLHPC 2016. Its main scheme also uses adaptive quantization, which is not
///         implemented here.
class Dryden final : public SelectingReducer<model::DrydenParameters> {
 public:
  Dryden(const model::DrydenParameters& parameters, const AllreduceOptions& options)
      : SelectingReducer(parameters, options, "dryden") {
    if (parameters.reselect)
      options_.dense_switch = DenseSwitch::never;  // parts are cut immediately
  }

  Stream reduce(runtime::Comm& comm, Stream input) override;

 private:
  /// The complete reduced parts of the selections at their owners.
  std::vector<Stream> reduce_scatter(runtime::Comm& comm, const Stream& selection,
                                     std::uint64_t part_k);
};

}  // namespace sparlab::algos
