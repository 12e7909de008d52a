#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "base/system/temporary_folder.hpp"

namespace sparlab::experiments::tests {

using base::TemporaryFolder;

inline std::string content_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

inline void write_content(const std::filesystem::path& file, const std::string& content) {
  std::ofstream(file, std::ios::binary) << content;
}

}  // namespace sparlab::experiments::tests
