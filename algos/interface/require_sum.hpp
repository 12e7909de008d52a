#pragma once

#include <string>

#include "algos/interface/allreduce.hpp"
#include "model/parameters/settings.hpp"

namespace sparlab::algos {

/// For algorithms that select entries or hold them back: an entry that is left out of a minimum or
/// a product cannot be added later.
/// Errors  ParameterError for any operation other than the sum.
template <class Value, class Index>
void require_sum(const AllreduceOptions<SparseStream<Value, Index>>& options,
                 std::string_view algorithm) {
  if (options.op.kind() == ReductionKind::sum) return;
  throw model::ParameterError("operation", "not a sum", "sum, by " + std::string(algorithm));
}
inline void require_sum(const AllreduceOptions<CountedStream>&, std::string_view) {}

}  // namespace sparlab::algos
