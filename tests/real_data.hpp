#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/catch.hpp"

namespace sparlab::tests {

/// The path of real data that the project does not ship, below the folder that the environment
/// variable SPARLAB_DATA names. Empty, with a warning, where it is absent: the test is then
/// skipped.
inline std::string real_data(const std::string& name) {
  const char* const folder = std::getenv("SPARLAB_DATA");
  if (folder != nullptr && *folder != '\0') {
    const auto path = std::filesystem::path(folder) / name;
    if (std::filesystem::exists(path)) return path.string();
  }
  WARN("skipped: SPARLAB_DATA does not name a folder with " << name);
  return {};
}

}  // namespace sparlab::tests
