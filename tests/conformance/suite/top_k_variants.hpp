#pragma once

#include <vector>

#include "tests/conformance/suite/definition.hpp"

namespace sparlab::conformance {

/// The systems that select with parameters that send no other messages than those of
/// top_k_definitions(): one engine is enough for them.
std::vector<Definition> top_k_variants();

}  // namespace sparlab::conformance
