#include "tests/conformance/suite/definition.hpp"

namespace sparlab::conformance {

std::vector<Definition> s2_reducer_definitions() { return {}; }

}  // namespace sparlab::conformance
