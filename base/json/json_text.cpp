#include "base/json/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "base/errors/errors.hpp"

namespace sparlab::base {
namespace {

using nlohmann::json;

struct Place {
  std::size_t line = 1;
  std::size_t column = 1;
};

Place place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const std::size_t last_newline = before.rfind('\n');
  const std::size_t line_start = last_newline == std::string_view::npos ? 0 : last_newline + 1;
  return {1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')),
          1 + before.size() - line_start};
}

std::string shown(char c) {
  const bool printable = c >= ' ' && c <= '~';
  return printable ? fmt::format("'{}'", c)
                   : fmt::format("the byte 0x{:02x}", static_cast<unsigned char>(c));
}

/// Refuses a key that occurs twice in an object: the library would silently keep the last value.
class RepeatedKeys {
 public:
  explicit RepeatedKeys(const std::string& file) : file_(file) {}

  bool operator()(int /*depth*/, json::parse_event_t event, json& parsed) {
    if (event == json::parse_event_t::object_start) keys_.emplace_back();
    if (event == json::parse_event_t::object_end) keys_.pop_back();
    if (event == json::parse_event_t::key) {
      const auto& key = parsed.get_ref<const std::string&>();
      if (!keys_.back().insert(key).second)
        throw ConfigError(file_, key, "a second value", "each key once in an object");
    }
    return true;
  }

 private:
  std::string file_;
  std::vector<std::set<std::string>> keys_;
};

/// Skips the text between two quotes that begins at `begin`; returns the position after the closing
/// quote, or the end of the text.
std::size_t behind_quotes(std::string_view text, std::size_t begin) {
  std::size_t at = begin + 1;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2U : 1U;
  return std::min(at + 1, text.size());
}

void refuse_beyond_limits(std::string_view text, const std::string& file,
                          const JsonLimits& limits) {
  const std::optional<BeyondLimit> beyond = beyond_limit(text, limits);
  if (!beyond) return;
  const Place place = place_of(text, beyond->byte);
  throw ConfigError(file, fmt::format("line {}, column {}", place.line, place.column),
                    beyond->found, beyond->accepted);
}

json parse_within_limits(std::string_view text, const std::string& file) {
  try {
    return json::parse(text, RepeatedKeys(file));
  } catch (const json::out_of_range& error) {
    throw ConfigError(file, "", error.what(), "numbers that fit a double");
  }
}

}  // namespace

std::optional<BeyondLimit> beyond_limit(std::string_view text, const JsonLimits& limits) {
  if (text.size() > limits.bytes)
    return BeyondLimit{limits.bytes, "more text", fmt::format("at most {} bytes", limits.bytes)};
  std::size_t depth = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    // The library treats this byte as the end of the text.
    if (c == '\0') return BeyondLimit{at, shown(c), "strict JSON up to the end"};
    if ((c == '[' || c == '{') && ++depth > limits.depth)
      return BeyondLimit{
          at, fmt::format("depth {}", depth),
          fmt::format("at most {} lists and objects within each other", limits.depth)};
    if ((c == ']' || c == '}') && depth > 0) --depth;
    const std::size_t next = c == '"' ? behind_quotes(text, at) : at + 1;
    if (next - at > limits.text_bytes + 2)
      return BeyondLimit{at, fmt::format("a text of {} bytes", next - at - 2),
                         fmt::format("at most {} bytes", limits.text_bytes)};
    at = next;
  }
  return std::nullopt;
}

json parse_json(std::string_view text, const std::string& file, const JsonLimits& limits) {
  refuse_beyond_limits(text, file, limits);
  try {
    return parse_within_limits(text, file);
  } catch (const json::parse_error& error) {
    const Place place = place_of(text, error.byte == 0 ? 0 : error.byte - 1);
    const bool at_end = error.byte > text.size();
    throw ConfigError(
        file, fmt::format("line {}, column {}", place.line, place.column),
        at_end ? "the end of the file" : shown(text[error.byte == 0 ? 0 : error.byte - 1]),
        "strict JSON (no comments, no trailing commas)");
  }
}

json json_or_text(const std::string& text, const std::string& option) {
  refuse_beyond_limits(text, option, kUserJson);
  try {
    return parse_within_limits(text, option);
  } catch (const json::parse_error&) {
    return text;
  }
}

json read_json_file(const std::filesystem::path& file, const JsonLimits& limits) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream || std::filesystem::is_directory(file))
    throw ConfigError(file.string(), "", "no such readable file", "the path of a JSON file");
  // Reads one byte more than is accepted, to detect a longer text: a pipe or a device has no size.
  std::string text;
  std::array<char, std::size_t{1} << 16U> chunk;
  while (text.size() <= limits.bytes && stream) {
    stream.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
    text.append(chunk.data(), static_cast<std::size_t>(stream.gcount()));
  }
  return parse_json(text, file.string(), limits);
}

}  // namespace sparlab::base
