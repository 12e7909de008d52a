#pragma once

#include "cli/command_tree.hpp"

namespace sparlab::cli {

/// Parses the command line and runs the verb that it names; returns the exit code. Prints help and
/// version on stdout, and what is wrong with the command line on stderr (with `--format json` on
/// stdout, as one object).
/// Errors  Those of the verb; ConfigError: there is no such verb.
int run_command_line(int argc, const char* const* argv);

/// The program with all its verbs and options.
CommandDescription describe_program();

/// True if the command line asks for JSON; works for invalid command lines as well.
bool wants_json(int argc, const char* const* argv);

}  // namespace sparlab::cli
