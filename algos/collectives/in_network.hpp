#pragma once

#include "algos/interface/allreduce.hpp"
#include "model/parameters/in_network.hpp"

namespace sparlab::algos {

/// An allreduce by the switches of the network. Ranks send their streams in segments to the switch
/// above them. A switch adds the segments of those below it and sends the sum up. The root sends
/// the result down, and each switch passes it on to all below.
///
/// Shape   in: k_r entries of N indices, or dense; out: their union, dense with vectors = dense or
///         if a segment became dense.
/// Cost    ceil(N/segment) messages that a rank sends, and as many that it receives: its own
///         entries, and those of the union. A link of the tree carries as much in each direction.
/// Errors  CommError on Comms without the interface runtime::Switches.
/// Source  Graham et al., SHARP, COMHPC 2016; De Sensi et al., Flare, SC'21. Ours: sums in the
///         order of the tree, and what does not fit into a table is passed on by whole streams.
Stream in_network(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                  const model::InNetworkParameters& parameters);

}  // namespace sparlab::algos
