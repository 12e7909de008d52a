#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace sparlab::base {

/// Upper limits of a JSON text. The depth of a value is the number of lists and objects around it;
/// a text is a key or a value between quotes, measured in bytes as written.
struct JsonLimits {
  std::size_t bytes;
  std::size_t depth;
  std::size_t text_bytes;
};

/// For user input: experiments, platforms, options.
inline constexpr JsonLimits kUserJson{std::size_t{1} << 24U, 32, 4096};
/// For what the program writes itself: points and records, with environments and samples.
inline constexpr JsonLimits kOwnJson{std::size_t{1} << 32U, 32, std::size_t{1} << 20U};

/// The place where a text exceeds its limits.
struct BeyondLimit {
  std::size_t byte;  ///< from 0
  std::string found;
  std::string accepted;
};

/// Checks the limits before the text is parsed, since code that walks a parsed document recurses
/// into it. Returns nullopt if the text is within the limits; it need not be valid JSON.
std::optional<BeyondLimit> beyond_limit(std::string_view text, const JsonLimits& limits);

/// Parses strict JSON: no comments, no repeated keys, no numbers that overflow a double.
/// Errors  ConfigError that names `file` and, for a syntax error or an exceeded limit, "line L,
///         column C".
nlohmann::json parse_json(std::string_view text, const std::string& file,
                          const JsonLimits& limits = kUserJson);

/// The value of an option: parsed if it is JSON, otherwise the text itself.
/// Errors  As parse_json, except for syntax errors.
nlohmann::json json_or_text(const std::string& text, const std::string& option);

/// Reads and parses one file.
/// Errors  As parse_json; also ConfigError if the file cannot be read.
nlohmann::json read_json_file(const std::filesystem::path& file,
                              const JsonLimits& limits = kUserJson);

}  // namespace sparlab::base
