#pragma once

#include <filesystem>
#include <ostream>

#include "cli/command_tree.hpp"

namespace sparlab::cli {

/// The manual page of one command, in section 1.
void print_manual_page(std::ostream& stream, const CommandDescription& command);

/// Writes the pages of a command and of all its verbs: sparlab.1, sparlab-platform-show.1, ...
///
/// Errors  EnvironmentError: the folder or a file cannot be written.
void write_manual_pages(const CommandDescription& command, const std::filesystem::path& folder);

}  // namespace sparlab::cli
