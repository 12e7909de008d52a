#pragma once

#include <cstdint>

#include "algos/error_feedback/held_back.hpp"
#include "algos/interface/allreduce.hpp"
#include "algos/interface/reducer.hpp"
#include "algos/streams/state_archive.hpp"
#include "model/parameters/top_k.hpp"

namespace sparlab::algos {

/// ScaleCom's cyclic local top-k: in call t, rank t mod P is the leader. It broadcasts the indices
/// of its k largest entries of input + residual, and all ranks add up their values there by a dense
/// allreduce of k values. Every rank holds back the rest, so mass is conserved, and the result does
/// not grow with P.
///
/// Shape   in: coo or dense over N indices. out: coo, the leader's k indices, zeros included.
/// Cost    ceil(log2 P) messages of k indices with a header, then dense_rabenseifner of k values.
///         The leader selects; every rank reads its entries to find its values. k = 0: as many as
///         the leader's input holds.
/// Errors  WireError. ParameterError for any operation other than the sum.
/// Source  Chen et al., ScaleCom, NeurIPS 2020, without its low-pass filter.
class CltK final : public Reducer {
 public:
  CltK(const model::CltKParameters& parameters, const AllreduceOptions& options);

  Stream reduce(runtime::Comm& comm, Stream input) override;
  const Stream* residual() const override { return &held_.stream(); }
  void transfer_state(StateArchive& archive) override { archive.transfer(held_, calls_); }

 private:
  model::CltKParameters parameters_;
  AllreduceOptions options_;
  error_feedback::HeldBack held_;
  std::uint64_t calls_ = 0;
};

}  // namespace sparlab::algos
