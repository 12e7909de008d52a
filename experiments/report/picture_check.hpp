#pragma once

#include <filesystem>
#include <string>

namespace sparlab::experiments {

/// What is wrong with a picture file: "is missing", "is empty", "is cut off" (a PNG without its
/// last chunk, an SVG without its closing tag). Empty if nothing is. Full disks leave such files,
/// and gnuplot does not tell.
std::string picture_defect(const std::filesystem::path& picture);

}  // namespace sparlab::experiments
