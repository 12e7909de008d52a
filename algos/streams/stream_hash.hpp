#pragma once

#include <cstdint>

#include "algos/streams/sparse_stream.hpp"

namespace sparlab::algos {

/// FNV-1a of the bytes of a stream: equal results have equal hashes on every rank and in every run.
template <class Value, class Index>
std::uint64_t stream_hash(const SparseStream<Value, Index>& stream);

}  // namespace sparlab::algos
