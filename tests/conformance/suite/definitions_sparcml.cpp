#include "tests/conformance/suite/definition.hpp"

namespace sparlab::conformance {

std::vector<Definition> sparcml_definitions() { return {}; }

}  // namespace sparlab::conformance
