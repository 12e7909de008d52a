#pragma once

#include <string>
#include <vector>

namespace sparlab::machines::testbed {

/// Errors  EnvironmentError: this user is not root, or `ip`, `tc` or `ethtool` is not in PATH;
/// names
///         the missing ones and their packages.
void require_tools();

/// Runs a program and returns what it printed on its standard output. `needs` is the feature of the
/// kernel that it uses, for the message.
/// Errors  EnvironmentError: it failed.
std::string run_tool(const std::vector<std::string>& command, const std::string& needs);

}  // namespace sparlab::machines::testbed
