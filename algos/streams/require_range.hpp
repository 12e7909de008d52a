#pragma once

#include <string>

#include "algos/formats/format.hpp"
#include "model/fill_in/fill_in.hpp"

namespace sparlab::algos {

/// Throws WireError unless a received stream covers `expected`: otherwise its header is damaged, or
/// the ranks disagree on N.
inline void require_range(model::Range received, model::Range expected) {
  if (received == expected) return;
  const auto text = [](model::Range range) {
    return "[" + std::to_string(range.lo) + ", " + std::to_string(range.hi) + ")";
  };
  throw WireError("a stream over " + text(received) + " where one over " + text(expected) +
                  " is due");
}

}  // namespace sparlab::algos
