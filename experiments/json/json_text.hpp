#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace sparlab::experiments {

/// Parses strict JSON: no comments, no repeated keys, no numbers beyond a double.
/// Errors  ConfigError that names `file` and, for a syntax error, "line L, column C".
nlohmann::json parse_json(std::string_view text, const std::string& file);

/// Reads and parses one file. Errors as above, and ConfigError if it cannot be read.
nlohmann::json read_json_file(const std::filesystem::path& file);

}  // namespace sparlab::experiments
