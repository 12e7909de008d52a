#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "algos/registry/call_agreement.hpp"
#include "algos/registry/registry.hpp"
#include "runtime/mpi/nonblocking.hpp"

namespace sparlab::runtime::capi {

/// Starts an allreduce by its spec, "name" or "name(parameter=value, ...)": any registered
/// algorithm but the MPI library's own. Gives the bits of the blocking call. What `mpi::start` says
/// of the order of starts, of waiting and of progress holds. An algorithm that keeps state makes
/// its first call; to go on from one call to the next, give its reducer instead.
///
/// Errors  ParameterError, at once: no such algorithm, or settings that are not accepted, alone or
///         for these P and N. CommError if `comm` is not an engine `mpi`'s. MismatchError from
///         waiting, on all ranks: they call different operations.
template <class Stream>
mpi::Pending<Stream> iallreduce(Comm& comm, std::string_view spec, Stream input,
                                const algos::AllreduceOptions<Stream>& options = {}) {
  const model::Shape shape{static_cast<std::uint64_t>(comm.size()), input.range().size()};
  const std::string checked = algos::checked_spec(spec, shape);
  auto allreduce = algos::find_allreduce<Stream>(checked);
  if (!allreduce) {
    throw model::ParameterError("algorithm", checked, "one of " + algos::algorithm_names());
  }
  // Before the input is moved: in what order captures are made is not specified.
  std::string call = algos::describe_call(checked, input.range(), options);
  return mpi::start(comm, [options, call = std::move(call), input = std::move(input),
                           code = std::move(allreduce)](Comm& own) mutable {
    algos::require_equal_calls(own, call);
    return code(own, std::move(input), options);
  });
}

/// The next call of an algorithm that keeps state. `reducer` must outlive the operation, and takes
/// part in no other call before this one was waited for. That ranks made equal reducers is not
/// checked here: see require_equal_calls.
template <class Stream>
mpi::Pending<Stream> iallreduce(Comm& comm, algos::Reducer<Stream>& reducer, Stream input) {
  return mpi::start(comm, [&reducer, stream = std::move(input)](Comm& own) mutable {
    return reducer.reduce(own, std::move(stream));
  });
}

}  // namespace sparlab::runtime::capi
