#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cli/arguments.hpp"

namespace sparlab::cli {

/// Prints a list of objects on stdout: as JSON, or as a table of these keys ("-" if one is
/// missing).
void print_items(const nlohmann::json& items, const std::vector<std::string>& columns,
                 OutputFormat format);

}  // namespace sparlab::cli
