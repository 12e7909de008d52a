#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/records/record.hpp"

namespace sparlab::experiments {

/// What a file of JSON Lines held. Of several records with one id, all are listed.
struct RecordLines {
  std::vector<Record> records;
  std::size_t good_bytes = 0;               ///< bytes before the damaged tail
  bool lacks_newline = false;               ///< the last line is whole but for its newline
  std::optional<std::string> damaged_tail;  ///< a last line that is no record
  std::string damage;                       ///< why it is none
};

/// Reads a file of records; an absent file holds none. Survives any content.
/// Errors  ConfigError: a damaged line before the last one (file, line, reason); unreadable file.
RecordLines read_record_lines(const std::filesystem::path& file);

}  // namespace sparlab::experiments
