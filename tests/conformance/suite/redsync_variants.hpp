#pragma once

#include <vector>

#include "tests/conformance/suite/definition.hpp"

namespace sparlab::conformance {

/// RedSync's systems with parameters that send the same messages as redsync_definitions(), so that
/// one engine is enough to test them.
std::vector<Definition> redsync_variants();

}  // namespace sparlab::conformance
