#include "tests/conformance/suite/definition.hpp"

namespace sparlab::conformance {

std::vector<Definition> top_k_definitions() { return {}; }

}  // namespace sparlab::conformance
