#pragma once

#include "algos/error_feedback/held_back.hpp"
#include "algos/interface/reducer.hpp"
#include "model/parameters/gtopk.hpp"

namespace sparlab::algos {

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
template <class Stream>
class Gtopk final : public Reducer<Stream> {
 public:
  Gtopk(const model::GtopkParameters& parameters, const AllreduceOptions<Stream>& options);

  Stream reduce(runtime::Comm& comm, Stream input) override;
  const Stream* residual() const override { return &held_.stream(); }
  void transfer_state(StateArchive& archive) override { archive.transfer(held_); }

 private:
  model::GtopkParameters parameters_;
  AllreduceOptions<Stream> options_;
  error_feedback::HeldBack<Stream> held_;
};

}  // namespace sparlab::algos
