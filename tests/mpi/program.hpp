#pragma once

#include "runtime/mpi/world.hpp"

namespace sparlab::test {

/// The one World of the test program. Every test case runs on all of its ranks at once.
runtime::mpi::World& world();

inline runtime::Comm& comm() { return world().comm(); }

}  // namespace sparlab::test
