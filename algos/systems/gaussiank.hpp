#pragma once

#include "algos/error_feedback/held_back.hpp"
#include "algos/reducer.hpp"
#include "model/parameters/gaussiank.hpp"

namespace sparlab::algos {

/// Gaussiank: every rank selects what exceeds the threshold that k of N normally distributed values
/// would, gathers everybody's selection and adds them up. The number of entries varies from rank to
/// rank and from call to call. The sum of the selections is exact; what a rank does not select it
/// holds back, so mass is conserved. With k = 0 nothing is left out: sparse_allgather.
///
/// The normal distribution is fitted to all N values of input + residual, the zeros of a coo stream
/// among them: the same vector gives the same selection in either format.
///
/// Shape   in: coo or dense over N indices. out: the union of the selections. The values decide how
///         many entries a rank sends; the model, and counted streams, have the k that is aimed at.
/// Cost    ceil(log2 P) messages; (P-1)k entries received, P*k reduced, if k are selected. Charged
///         as one selection among the entries held, however many thresholds are tried.
/// Errors  ParameterError for another operation than the sum.
/// Source  Shi et al., GaussianK-SGD; Li and Hoefler, PPoPP'22 (Gaussiank). The code gathers
/// counts,
///         values and indices apart, in three times the messages.
template <class Stream>
class Gaussiank final : public Reducer<Stream> {
 public:
  Gaussiank(const model::GaussiankParameters& parameters, const AllreduceOptions<Stream>& options);

  Stream reduce(runtime::Comm& comm, Stream input) override;
  const Stream* residual() const override { return &held_.stream(); }
  void transfer_state(StateArchive& archive) override { archive.transfer(held_); }

 private:
  model::GaussiankParameters parameters_;
  AllreduceOptions<Stream> options_;
  error_feedback::HeldBack<Stream> held_;
};

}  // namespace sparlab::algos
