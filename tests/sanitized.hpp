#pragma once

namespace sparlab::tests {

/// Tests are ten times slower under the sanitizers. There, a test may repeat a case with fewer
/// numbers, and tests tagged [arithmetic], which find no memory errors, do not run.
#ifdef __SANITIZE_ADDRESS__
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace sparlab::tests
