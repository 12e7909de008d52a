#pragma once

#include <string>

namespace sparlab::experiments {

/// Describes a wait status: "killed by signal 9 (Killed)", "ended with exit code 1".
std::string describe_exit(int wait_status);

}  // namespace sparlab::experiments
