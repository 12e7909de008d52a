#pragma once

#include <filesystem>
#include <string_view>

namespace sparlab::experiments {

/// Writes a file under another name and then renames it, so that readers see either the old or the
/// new content. A link with this name is replaced, not followed.
/// Errors  EnvironmentError with the path and the system's reason.
void write_whole_file(const std::filesystem::path& path, std::string_view content);

/// Removes incomplete files of killed writers from a folder. Files that cannot be removed stay.
void remove_stale_partials(const std::filesystem::path& folder);

}  // namespace sparlab::experiments
