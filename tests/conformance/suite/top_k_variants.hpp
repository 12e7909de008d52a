#pragma once

#include <vector>

#include "tests/conformance/suite/definition.hpp"

namespace sparlab::conformance {

/// The selecting systems with parameters that send the same messages as top_k_definitions(), so
/// that one engine is enough to test them.
std::vector<Definition> top_k_variants();

}  // namespace sparlab::conformance
