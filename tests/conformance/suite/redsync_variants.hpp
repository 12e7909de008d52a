#pragma once

#include <vector>

#include "tests/conformance/suite/definition.hpp"

namespace sparlab::conformance {

/// RedSync's systems with parameters that send no other messages than those of
/// redsync_definitions(): one engine is enough for them.
std::vector<Definition> redsync_variants();

}  // namespace sparlab::conformance
