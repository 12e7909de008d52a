#include "tests/conformance/suite/definition.hpp"

namespace sparlab::conformance {

std::vector<Definition> oktopk_definitions() { return {}; }

}  // namespace sparlab::conformance
