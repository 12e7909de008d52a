#pragma once

#include <optional>
#include <vector>

#include "algos/interface/allreduce.hpp"
#include "algos/systems/sparlab_auto/input_summary.hpp"
#include "model/costs/problem.hpp"

namespace sparlab::algos {

/// What all ranks know after the exchange, either all inputs or their summary.
template <class Stream>
struct ExchangedInputs {
  std::vector<Stream> streams;          ///< of all ranks, in rank order, some of them merged
  std::optional<InputSummary> summary;  ///< unless all streams are here
};

/// Gathers the inputs of all ranks if all of them are small, and tells everybody about them if not,
/// in the same messages: a rank whose input is small sends it, others send a summary, and who has
/// received a summary passes on one. So nothing is lost where gathering is right, and little where
/// the data is large.
///
/// P a power of two: recursive doubling; partners merge what they hold as long as inputs overlap
/// enough for that (model::merging_pays). Otherwise the inputs of ever more ranks before one's own
/// are passed on, ceil(log2 P) rounds as well.
///
/// Cost    ceil(log2 P) messages; P-1 inputs received by every rank, or 944 bytes in each round.
/// Errors  WireError for messages that are neither streams over the range nor a summary.
/// Source  rounds for other P: Bar-Noy, Kipnis and Schieber, Parallel Processing Letters 3(3),
///         1993.
template <class Stream>
ExchangedInputs<Stream> exchange_inputs(runtime::Comm& comm, Stream own,
                                        const model::Problem& terms,
                                        const AllreduceOptions<Stream>& options);

}  // namespace sparlab::algos
