#pragma once

#include <bit>
#include <utility>

#include "algos/interface/allreduce.hpp"
#include "algos/steps/folded_comm.hpp"

namespace sparlab::algos {

/// Runs `collective(comm, stream)`, which requires a power of two, on any number of ranks: surplus
/// ranks first send their input to a neighbour and receive the result at the end.
///
/// Cost    surplus > 0: 2 more messages on the critical path, one of an input and one of the
///         result.
/// Source  Renggli et al., SC'19, section 5.3.1, which calls this cost constant. In fact it grows
///         with the result.
template <class Stream, class Options, class Collective>
Stream fold_to_power_of_two(runtime::Comm& comm, Stream stream, const Options& options,
                            Collective collective) {
  const PowerOfTwoFold fold(comm.size());
  if (fold.surplus == 0) return collective(comm, std::move(stream));

  const int rank = comm.rank();
  const Range range = stream.range();
  comm.enter_phase("fold");
  if (fold.rests(rank)) {
    send(comm, rank + 1, pack(comm, stream, options));
    stream = Stream{};
    comm.enter_phase("unfold");
    return unpack<Stream>(comm, range, receive(comm, rank + 1));
  }
  if (fold.is_paired(rank)) {
    Stream neighbour = unpack<Stream>(comm, range, receive(comm, rank - 1));
    stream = merge(comm, std::move(neighbour), std::move(stream), options);
  }
  FoldedComm survivors(comm);
  Stream result = collective(survivors, std::move(stream));
  comm.enter_phase("unfold");
  if (fold.is_paired(rank)) send(comm, rank - 1, pack(comm, result, options));
  return result;
}

}  // namespace sparlab::algos
