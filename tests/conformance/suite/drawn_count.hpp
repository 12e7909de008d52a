#pragma once

#include <cstdint>
#include <cstdlib>

#include "tests/sanitized.hpp"

namespace sparlab::conformance {

/// The number of drawn cases that a test runs, and the number of the first one, which is the seed
/// of that case: SPARLAB_DRAWN_CASES=100000 SPARLAB_DRAWN_FIRST=5 test_conformance "NAME".
inline std::uint64_t drawn_count(std::uint64_t otherwise) {
  const char* const text = std::getenv("SPARLAB_DRAWN_CASES");
  if (text != nullptr) return std::strtoull(text, nullptr, 10);
  return tests::kSanitized ? otherwise / 10 : otherwise;
}
inline std::uint64_t drawn_first() {
  const char* const text = std::getenv("SPARLAB_DRAWN_FIRST");
  return text == nullptr ? 1 : std::strtoull(text, nullptr, 10);
}

}  // namespace sparlab::conformance
