#pragma once

#include <filesystem>
#include <string_view>

namespace sparlab::experiments {

/// Writes a file under another name and then renames it, so that readers see the old or the new
/// content, never a part. Links that stand in its place are replaced, not followed.
/// Errors  EnvironmentError with the path and the system's reason.
void write_whole_file(const std::filesystem::path& path, std::string_view content);

/// Removes from a folder the incomplete files of writers that were killed. What cannot be removed
/// stays.
void remove_stale_partials(const std::filesystem::path& folder);

}  // namespace sparlab::experiments
