#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "algos/streams/options.hpp"
#include "algos/streams/stream_operations.hpp"
#include "model/parameters/settings.hpp"
#include "runtime/comm.hpp"

namespace sparlab::algos {

/// A stateless allreduce: every rank gives a stream over the same range and receives the same bits.
using Allreduce = Stream (*)(runtime::Comm&, Stream, const AllreduceOptions&);

/// An allreduce that was looked up.
using AllreduceByName = std::function<Stream(runtime::Comm&, Stream, const AllreduceOptions&)>;

/// Looks up an allreduce by its spec. Algorithms that call others are given this function, since
/// they are themselves in the registry.
using FindAllreduce = std::function<AllreduceByName(std::string_view spec)>;

/// For algorithms that select entries or hold them back: an entry that is left out of a minimum or
/// a product cannot be added later.
/// Errors  ParameterError for any operation other than the sum.
inline void require_sum(const AllreduceOptions& options, std::string_view algorithm) {
  if (options.op.kind() == ReductionKind::sum) return;
  throw model::ParameterError("operation", "not a sum", "sum, by " + std::string(algorithm));
}

}  // namespace sparlab::algos
