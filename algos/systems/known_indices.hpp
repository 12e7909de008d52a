#pragma once

#include <cstdint>
#include <span>

#include "algos/interface/allreduce.hpp"
#include "runtime/comm.hpp"
#include "runtime/message.hpp"

/// The values of all ranks at indices that one rank or several have chosen for all.
namespace sparlab::algos {

/// The indices of a coo stream, without its values, in a message with a header. It has room for
/// `slots` indices, at least as many as the stream holds; those beyond are 0.
runtime::Message index_message(const Stream& chosen, double slots);

/// The entries of `held` at the indices of the messages, with zeros where there are none. Message i
/// has indices of [boundaries[i], boundaries[i+1]), which together are the range of `held`, and no
/// room for others. Of counted streams: the number of entries of these messages; several messages
/// are those of all ranks.
/// Errors  WireError: indices of another type or range, in another number or order.
Stream entries_at_indices(const Stream& held, std::span<const runtime::Message> messages,
                          std::span<const std::uint64_t> boundaries);

/// The sums of all ranks' values at equal indices, one entry or more: a dense_rabenseifner of the
/// values. Expected numbers of entries are rounded up.
Stream sums_at_indices(runtime::Comm& comm, const Stream& chosen, const AllreduceOptions& options);

}  // namespace sparlab::algos
