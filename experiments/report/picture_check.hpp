#pragma once

#include <filesystem>
#include <string>

namespace sparlab::experiments {

/// The defect of a picture file: "is missing", "is empty", "is cut off" (a PNG without its last
/// chunk, an SVG without its closing tag). Empty if there is none. A full disk leaves such files,
/// and gnuplot does not report it.
std::string picture_defect(const std::filesystem::path& picture);

}  // namespace sparlab::experiments
