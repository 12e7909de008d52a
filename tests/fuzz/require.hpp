#pragma once

#include <cstdlib>

namespace sparlab::fuzz {

/// Ends the program when a parser broke a promise. Not an assert: it must be seen in release builds
/// too.
inline void require(bool promise) {
  if (!promise) std::abort();
}

}  // namespace sparlab::fuzz
