#pragma once

#include "algos/interface/allreduce.hpp"
#include "model/costs/problem.hpp"

namespace sparlab::algos {

/// What a choice depends on besides the inputs.
model::Problem choice_terms(const runtime::Comm& comm, const Stream& stream,
                            const AllreduceOptions& options);

/// Chooses the allreduce and its formats by the cost model, from what all ranks know about their
/// inputs after a short exchange (early_exchange.hpp). This exchange itself reduces small inputs.
///
/// Shape   as every exact allreduce: any streams over N indices; out: coo or dense, the reduction
///         of all inputs. Formats are a subset of options.formats.
/// Cost    small inputs: ceil(log2 P) messages, P-1 inputs received by every rank (fewer where
///         partners merge); others: ceil(log2 P) messages of 944 bytes more than the chosen
///         algorithm. The decision itself takes tens of microseconds at P = 8 when inputs are new
///         to the process, and none when the numbers agreed on are those of an earlier call.
/// Errors  WireError for damaged messages, and if ranks have different N.
/// Source  ours; see model/choice/choice.hpp for the decisions.
Stream sparlab_auto(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                    const FindAllreduce& find);

}  // namespace sparlab::algos
