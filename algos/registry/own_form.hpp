#pragma once

#include <utility>

#include "algos/registry/algorithm_info.hpp"
#include "algos/streams/options.hpp"
#include "algos/streams/stream_operations.hpp"
#include "runtime/comm.hpp"

namespace sparlab::algos {

/// A rank's input in the form on which the algorithm works; a part of the allreduce. Not inlined,
/// so that the stack of a rank that waits later has no room for it.
[[gnu::noinline]] inline Stream in_own_form(runtime::Comm& comm, Stream input,
                                            const AlgorithmInfo& algorithm,
                                            const AllreduceOptions& options) {
  if (algorithm.dense_input == (input.format() == Format::dense)) return input;
  comm.enter_phase(algorithm.dense_input ? "densify" : "sparsify");
  Stream own = algorithm.dense_input ? densify(comm, std::move(input), options.op)
                                     : drop_neutral(comm, std::move(input), options.op);
  comm.enter_phase("");
  return own;
}

}  // namespace sparlab::algos
