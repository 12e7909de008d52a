#pragma once

#include <algorithm>
#include <utility>

#include "algos/streams/stream_operations.hpp"

namespace sparlab::algos {

/// A dense stream with one form of the neutral element (a sum has +0 and -0): a rank that does not
/// receive this element must get the same bits as its owner. The stream is not shared. Charges the
/// copy.
template <class Value, class Index>
SparseStream<Value, Index> with_one_neutral(runtime::Comm& comm, SparseStream<Value, Index> dense,
                                            const Reduction<Value>& op) {
  if (!dense.unique()) dense = dense.clone();
  std::ranges::replace(dense.mutable_values(), op.neutral(), op.neutral());
  comm.charge({runtime::WorkKind::copy, static_cast<double>(dense.count() * sizeof(Value))});
  return dense;
}
inline CountedStream with_one_neutral(runtime::Comm& comm, const CountedStream& dense,
                                      CountedStream::reduction_type) {
  comm.charge({runtime::WorkKind::copy, dense.count() * dense.wire_format().value_bytes});
  return dense;
}

}  // namespace sparlab::algos
