#pragma once

#include <utility>

#include "algos/collectives/sparcml.hpp"
#include "algos/interface/allreduce.hpp"
#include "algos/systems/sparlab_auto/early_exchange.hpp"
#include "model/choice/choice.hpp"

namespace sparlab::algos {

/// What a choice depends on besides the inputs.
template <class Stream>
model::Problem choice_terms(const runtime::Comm& comm, const Stream& stream,
                            const AllreduceOptions<Stream>& options) {
  return {.ranks = static_cast<std::uint64_t>(comm.size()),
          .wire = stream.wire_format(),
          .dense_switch = options.dense_switch == DenseSwitch::at_delta,
          .formats = options.formats,
          .machine = options.machine};
}

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
template <class Stream>
Stream sparlab_auto(runtime::Comm& comm, Stream stream, const AllreduceOptions<Stream>& options,
                    const FindAllreduce<Stream>& find) {
  if (comm.size() == 1) return stream;
  // An empty range offers no choice; the ranks only agree that it is empty.
  if (stream.range().size() == 0) return ssar_recursive_double(comm, std::move(stream), options);
  const model::Problem terms = choice_terms(comm, stream, options);
  ExchangedInputs<Stream> known = exchange_inputs(comm, stream, terms, options);
  if (known.result) return std::move(*known.result);
  const model::AlgorithmChoice choice =
      model::choose(agreed_inputs(*known.summary, stream, terms), terms);
  AllreduceOptions<Stream> chosen = options;
  chosen.formats = choice.formats;
  return find(choice.candidate.algorithm)(comm, std::move(stream), chosen);
}

}  // namespace sparlab::algos
