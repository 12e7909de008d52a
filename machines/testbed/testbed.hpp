#pragma once

#include <iosfwd>

#include "machines/testbed/testbed_state.hpp"

namespace sparlab::machines::testbed {

/// Makes the testbed, after removing what a crash left of an earlier one. If a step fails, or
/// SIGINT or SIGTERM arrives, removes what was made. Errors  EnvironmentError: not root, a missing
/// program or feature of the kernel, a testbed is up,
///         or a namespace that this program did not make has one of its names.
void up(const Shape& shape);

/// Removes the testbed, whole or not. Returns false if there is none.
/// Errors  EnvironmentError: not root, or a namespace cannot be removed; without `force`, a process
///         is using the testbed.
bool down(bool force);

/// Prints the hosts with their addresses, and what each port has sent and dropped. Returns false if
/// there is no complete testbed.
/// Errors  EnvironmentError: not root, or a missing namespace.
bool print_status(std::ostream& out);

}  // namespace sparlab::machines::testbed
