#pragma once

#include <cstdint>
#include <functional>

#include "algos/error_feedback/held_back.hpp"
#include "algos/interface/allreduce.hpp"

/// Shared by systems with a parameter k (a number of entries; 0: as many as the input holds).
namespace sparlab::algos {

/// The k on which all ranks agree: if k is 0, the maximum number of entries in an input. Expected
/// counts are rounded up.
/// Cost    k = 0: one agreement; otherwise none.
/// Errors  WireError: ranks agreed on more entries than there are indices.
std::uint64_t agreed_k(runtime::Comm& comm, std::uint64_t k, const Stream& input);

/// The k largest entries as a coo stream; free of charge if a coo stream is returned whole.
Stream at_most_k(runtime::Comm& comm, const Stream& stream, std::uint64_t k);

/// The selection `select(accumulated)` of input + residual; the rest becomes the new residual.
Stream select_and_hold(runtime::Comm& comm, error_feedback::HeldBack& held, Stream input,
                       const std::function<Stream(const Stream& accumulated)>& select);

/// The same for the k largest entries; k = 0 selects all, and the residual stays empty.
Stream select_k_and_hold(runtime::Comm& comm, error_feedback::HeldBack& held, Stream input,
                         std::uint64_t k);

}  // namespace sparlab::algos
