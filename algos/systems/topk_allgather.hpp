#pragma once

#include "algos/error_feedback/held_back.hpp"
#include "algos/interface/reducer.hpp"
#include "model/parameters/topk_allgather.hpp"

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
template <class Stream>
class TopkAllgather final : public Reducer<Stream> {
 public:
  TopkAllgather(const model::TopkAllgatherParameters& parameters,
                const AllreduceOptions<Stream>& options);

  Stream reduce(runtime::Comm& comm, Stream input) override;
  const Stream* residual() const override { return &held_.stream(); }
  void transfer_state(StateArchive& archive) override { archive.transfer(held_); }

 private:
  model::TopkAllgatherParameters parameters_;
  AllreduceOptions<Stream> options_;
  error_feedback::HeldBack<Stream> held_;
};

}  // namespace sparlab::algos
