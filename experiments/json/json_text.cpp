#include "experiments/json/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "experiments/errors/config_error.hpp"

namespace sparlab::experiments {
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

/// Refuses a key that stands twice in one object: the library would silently keep the last.
class RepeatedKeys {
 public:
  explicit RepeatedKeys(const std::string& file) : file_(file) {}

  bool operator()(int /*depth*/, json::parse_event_t event, json& parsed) {
    if (event == json::parse_event_t::object_start) keys_.emplace_back();
    if (event == json::parse_event_t::object_end) keys_.pop_back();
    if (event == json::parse_event_t::key) {
      const auto& key = parsed.get_ref<const std::string&>();
      if (!keys_.back().insert(key).second)
        throw ConfigError(file_, key, "a second value", "each key once in an object", "");
    }
    return true;
  }

 private:
  std::string file_;
  std::vector<std::set<std::string>> keys_;
};

}  // namespace

json parse_json(std::string_view text, const std::string& file) {
  try {
    return json::parse(text, RepeatedKeys(file));
  } catch (const json::parse_error& error) {
    const Place place = place_of(text, error.byte == 0 ? 0 : error.byte - 1);
    const bool at_end = error.byte > text.size();
    throw ConfigError(
        file, fmt::format("line {}, column {}", place.line, place.column),
        at_end ? "the end of the file" : shown(text[error.byte == 0 ? 0 : error.byte - 1]),
        "strict JSON (no comments, no trailing commas)", "");
  } catch (const json::out_of_range& error) {
    throw ConfigError(file, "", error.what(), "numbers that fit a double", "");
  }
}

json read_json_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream || std::filesystem::is_directory(file))
    throw ConfigError(file.string(), "", "no such readable file", "the path of a JSON file", "");
  const std::string text((std::istreambuf_iterator<char>(stream)), {});
  return parse_json(text, file.string());
}

}  // namespace sparlab::experiments
