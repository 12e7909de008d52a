#pragma once

#include <optional>
#include <string>

#include "machines/testbed/testbed_state.hpp"

namespace sparlab::machines::testbed {

/// From now on until this process ends, `user` finds it in other processes.
/// Errors  EnvironmentError: the file of locks, which `up` makes, cannot be locked.
void become_user();

/// A process that uses the testbed, "process 71 (sparlab run -P 2)"; nullopt if none does.
std::optional<std::string> user();

/// Why no rank can run on the hosts of a testbed of this shape now, and what helps; empty if they
/// are there. Cheap enough to be called many times a second.
std::string obstacle(const Shape& shape);

}  // namespace sparlab::machines::testbed
