#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace sparlab::experiments {

/// What a JSON text may be at most. Depth counts lists and objects around a value; a text is a key
/// or a value between quotes, its bytes as they are written.
struct JsonLimits {
  std::size_t bytes;
  std::size_t depth;
  std::size_t text_bytes;
};

/// Of what users write: experiments, platforms, options.
inline constexpr JsonLimits kUserJson{std::size_t{1} << 24U, 32, 4096};
/// Of what the program writes for itself: points and records, with environments and samples.
inline constexpr JsonLimits kOwnJson{std::size_t{1} << 32U, 32, std::size_t{1} << 20U};

/// Where a text goes beyond its limits.
struct BeyondLimit {
  std::size_t byte;  ///< from 0
  std::string found;
  std::string accepted;
};

/// Looks through a text before it is parsed: what walks a parsed document recurses into it. Nothing
/// if the text keeps the limits; whether it is JSON is not asked.
std::optional<BeyondLimit> beyond_limit(std::string_view text, const JsonLimits& limits);

/// Parses strict JSON: no comments, no repeated keys, no numbers beyond a double.
/// Errors  ConfigError that names `file` and, for a syntax error or a broken limit, "line L, column
///         C".
nlohmann::json parse_json(std::string_view text, const std::string& file,
                          const JsonLimits& limits = kUserJson);

/// The value of an option: JSON if it parses as such, else the text itself. Errors as above, but
/// for syntax errors.
nlohmann::json json_or_text(const std::string& text, const std::string& option);

/// Reads and parses one file. Errors as above, and ConfigError if it cannot be read.
nlohmann::json read_json_file(const std::filesystem::path& file,
                              const JsonLimits& limits = kUserJson);

}  // namespace sparlab::experiments
