#pragma once

#include <cstdlib>

namespace sparlab::fuzz {

/// Aborts when a parser violates its contract. Unlike assert, it also works in release builds.
inline void require(bool promise) {
  if (!promise) std::abort();
}

}  // namespace sparlab::fuzz
