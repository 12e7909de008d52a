#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sparlab::experiments::records {

/// Lines as one member of a gzip file (RFC 1952). Members that follow each other are a gzip file.
std::string compressed(std::string_view lines);

/// The lines of each member, on all processors. Of a damaged member, the text before the damage;
/// its last line, which may be empty, is then incomplete and no record. The members after it are
/// found by their first bytes.
std::vector<std::string> decompressed(std::string_view file);

}  // namespace sparlab::experiments::records
