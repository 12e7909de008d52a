#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/records/store/record_lines.hpp"
#include "tests/experiments/temporary_folder.hpp"

namespace sparlab::tests {

/// Writes an output folder with these records.
inline void write_folder(const std::filesystem::path& folder,
                         const std::vector<experiments::Record>& records) {
  std::filesystem::create_directories(folder);
  std::string text;
  for (const experiments::Record& record : records)
    text += experiments::records::record_to_line(record) + "\n";
  write_content(folder / "records.jsonl", text);
}

}  // namespace sparlab::tests
