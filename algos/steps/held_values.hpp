#pragma once

#include <cstddef>
#include <span>

#include "algos/streams/sparse_stream.hpp"

namespace sparlab::algos {

/// Calls found(i, value) for each indices[i] that the stream holds. A dense stream holds all of its
/// range. Contract: the indices ascend and are in the range.
template <class Value, class Index, class Found>
void visit_held(const SparseStream<Value, Index>& held, std::span<const Index> indices,
                Found found) {
  if (held.format() == Format::dense) {
    for (std::size_t i = 0; i < indices.size(); ++i)
      found(i, held.values()[static_cast<std::size_t>(indices[i] - held.range().lo)]);
    return;
  }
  const std::span<const Index> entries = held.indices();
  std::size_t at = 0;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    while (at < entries.size() && entries[at] < indices[i]) ++at;
    if (at < entries.size() && entries[at] == indices[i]) found(i, held.values()[at]);
  }
}

}  // namespace sparlab::algos
