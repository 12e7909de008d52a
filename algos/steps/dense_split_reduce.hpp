#pragma once

#include <utility>
#include <vector>

#include "algos/steps/split_reduce.hpp"

namespace sparlab::algos {

/// SparCML's split phase: reduces this rank's part of the result into a dense block. P-1 messages.
template <class Stream>
Stream dense_split_reduce(runtime::Comm& comm, const Stream& stream,
                          const AllreduceOptions<Stream>& options) {
  std::vector<Stream> parts = split_exchange(comm, stream, options);
  parts.front() = densify(comm, std::move(parts.front()), options.op);
  return merge_all(comm, std::move(parts), options);
}

}  // namespace sparlab::algos
