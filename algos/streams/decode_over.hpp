#pragma once

#include <string>

#include "algos/streams/format.hpp"
#include "model/fill_in/fill_in.hpp"
#include "runtime/message.hpp"

namespace sparlab::algos {

/// Throws WireError unless a received stream covers `expected`: its header is damaged, or the ranks
/// disagree on N.
inline void require_range(model::Range received, model::Range expected) {
  if (received == expected) return;
  const auto text = [](model::Range range) {
    return "[" + std::to_string(range.lo) + ", " + std::to_string(range.hi) + ")";
  };
  throw WireError("a stream over " + text(received) + " where one over " + text(expected) +
                  " is due");
}

/// The one stream of a message, which must cover `range`; throws WireError.
template <class Stream>
Stream decode_over(model::Range range, const runtime::Message& message) {
  Stream stream = Stream::decode(message);
  require_range(stream.range(), range);
  return stream;
}

}  // namespace sparlab::algos
