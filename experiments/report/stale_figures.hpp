#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace sparlab::experiments {

/// Removes from a folder of figures NAME.gp, NAME.dat, NAME.png and NAME.svg of earlier reports
/// unless `kept` holds NAME. A figure is a report's if NAME.gp begins with the line that reports
/// write, which has NAME in it: a copy under another name, and all other files, stay.
/// Errors  EnvironmentError: a file cannot be removed.
void remove_stale_figures(const std::filesystem::path& folder, const std::set<std::string>& kept);

}  // namespace sparlab::experiments
