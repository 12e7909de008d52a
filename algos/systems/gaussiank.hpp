#pragma once

#include "algos/error_feedback/held_back.hpp"
#include "algos/interface/reducer.hpp"
#include "model/parameters/top_k.hpp"

namespace sparlab::algos {

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
/// Errors  ParameterError for any operation other than the sum.
/// Source  Shi et al., GaussianK-SGD; Li and Hoefler, PPoPP'22 (Gaussiank). The public code gathers
///         counts, values and indices separately, in three times the messages.
class Gaussiank final : public Reducer {
 public:
  Gaussiank(const model::GaussiankParameters& parameters, const AllreduceOptions& options);

  Stream reduce(runtime::Comm& comm, Stream input) override;
  const Stream* residual() const override { return &held_.stream(); }
  void transfer_state(StateArchive& archive) override { archive.transfer(held_); }

 private:
  model::GaussiankParameters parameters_;
  AllreduceOptions options_;
  error_feedback::HeldBack held_;
};

}  // namespace sparlab::algos
