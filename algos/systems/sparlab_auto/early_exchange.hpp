#pragma once

#include <optional>
#include <vector>

#include "algos/interface/allreduce.hpp"
#include "algos/systems/sparlab_auto/input_summary.hpp"
#include "model/costs/problem.hpp"

namespace sparlab::algos {

/// What every rank holds after the exchange: the result, or the summary of all inputs.
struct ExchangedInputs {
  std::optional<Stream> result;
  std::optional<InputSummary> summary;  ///< nullopt if there is a result
};

/// Reduces the inputs of all ranks if all of them are small, and otherwise gathers their summary,
/// in the same messages. A rank with a small input sends the input, other ranks send a summary. A
/// rank that has received a summary sends a summary from then on. Therefore the exchange costs no
/// extra time if gathering is the best choice, and little if inputs are large.
///
/// If P is a power of two, by recursive doubling. Partners merge the streams that they hold if
/// their overlap is large enough (model::merging_pays). For other P, each rank sends on the inputs
/// of a growing number of preceding ranks, also in ceil(log2 P) rounds.
///
/// Where neighbouring ranks share hosts (model::exchange_node), only the first rank of each host
/// takes part. The inputs or summaries of a host reach it along a binomial tree, which merges
/// inputs, and the result or the summary returns along another one.
///
/// Cost    ceil(log2 P) messages; every rank receives P-1 inputs, or 944 bytes in each round. With
///         H hosts of R ranks: ceil(log2 H) + 2 ceil(log2 R) messages.
/// Errors  WireError for messages that are neither streams over the range nor a summary.
/// Source  rounds for other P: Bar-Noy, Kipnis and Schieber, Parallel Processing Letters 3(3),
///         1993.
ExchangedInputs exchange_inputs(runtime::Comm& comm, Stream own, const model::Problem& terms,
                                const AllreduceOptions& options);

/// The summary of the inputs of all ranks, on every rank, whatever their sizes.
///
/// Cost    as exchange_inputs of large inputs.
InputSummary summarise_inputs(runtime::Comm& comm, const Stream& own, const model::Problem& terms,
                              const AllreduceOptions& options);

}  // namespace sparlab::algos
