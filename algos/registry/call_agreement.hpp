#pragma once

#include <stdexcept>
#include <string>

#include "algos/interface/allreduce.hpp"
#include "model/algorithms/algorithm.hpp"
#include "runtime/comm.hpp"

/// Ranks that call different operations would exchange messages that the receiver cannot interpret,
/// or, worse, misinterprets. They compare their calls once, when an operation is created.
namespace sparlab::algos {

/// Ranks call different operations; thrown on all ranks with the same text, which names the calls
/// and their ranks.
class MismatchError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A text of all that must be equal on all ranks: the algorithm in its canonical spelling, the
/// range and the types of (not counted) streams, the operation and the other options.
std::string describe_call(const model::Algorithm& algorithm, const Domain& domain,
                          const AllreduceOptions& options);

/// Compares the descriptions of all ranks. Collective.
///
/// Cost    ceil(log2 P) messages of 16 bytes, for any P; if the texts differ, an allgather of them.
/// Errors  MismatchError, on all ranks.
void require_equal_calls(runtime::Comm& comm, const std::string& description);

}  // namespace sparlab::algos
