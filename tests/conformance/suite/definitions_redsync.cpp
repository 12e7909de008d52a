#include "tests/conformance/suite/definition.hpp"

namespace sparlab::conformance {

std::vector<Definition> redsync_definitions() { return {}; }

}  // namespace sparlab::conformance
