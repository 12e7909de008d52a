#pragma once

#include <vector>

#include "algos/interface/allreduce.hpp"
#include "model/base/block_local.hpp"

namespace sparlab::algos {

/// Every rank contributes one coo stream over one range, with at most as many entries in a block as
/// it has slots and no zeros, and gets those of all ranks, by rank. Messages have the header of a
/// stream and all slots (algos/formats/block_local.hpp), whatever the ranks hold: they are equally
/// long. The formats of other messages do not matter.
///
/// Cost    ceil(log2 P) messages; P-1 blocks of model::block_local_bytes. A copy of entries and
///         slots at each end (model::block_local_copies).
/// Errors  WireError: another type, range or layout, or damaged.
std::vector<Stream> block_local_allgather(runtime::Comm& comm, const Stream& own,
                                          const model::BlockLocalLayout& layout);

}  // namespace sparlab::algos
