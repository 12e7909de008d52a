#pragma once

#include <ostream>

#include "cli/command_tree.hpp"

namespace sparlab::cli {

enum class Shell { bash, zsh, fish };

/// A script that makes the shell complete commands, options and values. Names of algorithms,
/// platforms, engines and suites come from `sparlab list` when they are needed, so that those of
/// the user are among them.
void print_completion(std::ostream& stream, const CommandDescription& program, Shell shell);

}  // namespace sparlab::cli
