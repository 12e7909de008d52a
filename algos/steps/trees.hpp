#pragma once

#include <functional>
#include <vector>

#include "algos/interface/allreduce.hpp"
#include "runtime/comm.hpp"

/// Messages along flat and binomial trees with root 0 or, in parts, with several roots, for any
/// number of ranks.
namespace sparlab::algos {

/// Receives one message from each of the ranks first, first + 1, ..., last - 1, in this order.
std::vector<runtime::Message> receive_from(runtime::Comm& comm, int first, int last);

/// Sends the same message to each of these ranks.
void send_to_all(runtime::Comm& comm, int first, int last, const runtime::Message& message);

/// Reduces all streams to rank 0 in rank order, along a binomial tree; other ranks get an empty
/// stream.
///
/// `combine` gives the stream that this rank sends up; both cover one range.
/// Cost    ceil(log2 P) messages on the critical path, P-1 in all; any P.
Stream combine_binomially(runtime::Comm& comm, Stream stream, model::FormatSet formats,
                          const std::function<Stream(Stream own, Stream received)>& combine);

/// The reduction of all streams on rank 0.
Stream reduce_binomially(runtime::Comm& comm, Stream stream, const AllreduceOptions& options);

/// The message that rank 0 makes, on all ranks, along a binomial tree; any P.
runtime::Message broadcast_message(runtime::Comm& comm,
                                   const std::function<runtime::Message()>& make);

/// Broadcasts rank 0's stream, of `whole`, along a binomial tree; the arguments of other ranks are
/// ignored.
///
/// Cost    ceil(log2 P) messages on the critical path, P-1 in all; any P.
Stream broadcast_binomially(runtime::Comm& comm, Stream stream, const Domain& whole,
                            const AllreduceOptions& options);

/// The same in P parts of the range along a binomial tree, where each subtree gets its own parts;
/// then an allgather. With several roots (AllreduceOptions::roots), each group of ranks has a tree
/// for the parts of its ranks, and the stream of its root covers these.
///
/// Cost    with R roots, ceil(log2(P/R)) + ceil(log2 P) messages on the critical path; with entries
///         spread evenly over the range, the first step moves 1/R - 1/P of the entries, the second
///         one (P-1)/P. Any P.
/// Source  van de Geijn's broadcast; Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005.
Stream broadcast_in_parts(runtime::Comm& comm, Stream stream, const Domain& whole,
                          const AllreduceOptions& options);

}  // namespace sparlab::algos
