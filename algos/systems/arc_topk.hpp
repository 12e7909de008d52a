#pragma once

#include <cstdint>

#include "algos/error_feedback/held_back.hpp"
#include "algos/interface/allreduce.hpp"
#include "algos/interface/reducer.hpp"
#include "algos/streams/state_archive.hpp"
#include "model/parameters/top_k.hpp"

namespace sparlab::algos {

/// ARC-Top-k: the vector is a matrix of rows of `columns` consecutive elements. A dense allreduce
/// adds up all ranks' sketches of input + residual, S = A V, with a matrix V of `rank` columns of
/// random signs, which all ranks draw alike in every call. All ranks then choose the same rows, of
/// largest |S_row|^2, and a second dense allreduce adds these rows up. No indices are sent. Every
/// rank holds back the rest, so mass is conserved, and the result does not grow with P.
///
/// Shape   in: coo or dense over N indices. out: coo, all elements of ceil(k / columns) rows, at
///         least one, zeros included.
/// Cost    twice dense_rabenseifner: of rank * ceil(N / columns) values, unless all rows are
///         chosen, and of the chosen rows. k = 0: one more agreement. A rank adds each entry to
///         `rank` cells.
/// Errors  WireError; a disagreement on N is found only if numbers of rows or values differ.
///         ParameterError for any operation other than the sum.
/// Source  ARC-Top-k, arXiv 2510.26709, with the residual of EF14.
class ArcTopk final : public Reducer {
 public:
  ArcTopk(const model::ArcTopkParameters& parameters, const AllreduceOptions& options);

  Stream reduce(runtime::Comm& comm, Stream input) override;
  const Stream* residual() const override { return &held_.stream(); }
  void transfer_state(StateArchive& archive) override { archive.transfer(held_, calls_); }

 private:
  model::ArcTopkParameters parameters_;
  AllreduceOptions options_;
  error_feedback::HeldBack held_;
  std::uint64_t calls_ = 0;
};

}  // namespace sparlab::algos
