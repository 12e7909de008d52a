#pragma once

#include <utility>

#include "algos/steps/fold.hpp"
#include "algos/steps/recursive_doubling.hpp"

namespace sparlab::algos {

/// Recursive doubling on any number of ranks.
template <class Stream, class Options>
Stream folded_recursive_doubling(runtime::Comm& comm, Stream stream, const Options& options) {
  return fold_to_power_of_two(comm, std::move(stream), options,
                              [&](runtime::Comm& survivors, Stream whole) {
                                return recursive_doubling(survivors, std::move(whole), options);
                              });
}

}  // namespace sparlab::algos
