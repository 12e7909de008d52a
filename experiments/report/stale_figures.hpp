#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace sparlab::experiments {

/// Removes NAME.gp, NAME.dat, NAME.png and NAME.svg of earlier reports from a folder of figures
/// unless `kept` contains NAME. A figure belongs to a report if NAME.gp begins with the line that
/// reports write, which contains NAME. So a copy under another name stays, as do all other files.
/// Errors  EnvironmentError: a file cannot be removed.
void remove_stale_figures(const std::filesystem::path& folder, const std::set<std::string>& kept);

}  // namespace sparlab::experiments
