#pragma once

#include <utility>

#include "algos/steps/allgather.hpp"
#include "algos/steps/fold.hpp"
#include "algos/steps/recursive_halving.hpp"

namespace sparlab::algos {

/// Recursive halving, then an allgather of the parts by recursive doubling, on any number of ranks.
template <class Stream, class Options>
Stream folded_rabenseifner(runtime::Comm& comm, Stream stream, const Options& options) {
  return fold_to_power_of_two(
      comm, std::move(stream), options, [&](runtime::Comm& survivors, Stream whole) {
        const Range range = whole.range();
        Stream own = recursive_halving(survivors, std::move(whole), options);
        return concatenate(comm, allgather_parts(survivors, std::move(own), range, options),
                           options.op);
      });
}

}  // namespace sparlab::algos
