#include "experiments/records/record_lines.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <string_view>

#include "experiments/errors/config_error.hpp"
#include "experiments/json/json_fields.hpp"
#include "experiments/records/record_json.hpp"

namespace sparlab::experiments {
namespace {

std::string read_all(const std::filesystem::path& file) {
  if (!std::filesystem::exists(file)) return {};
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw ConfigError(file.string(), "", "cannot be read", "a readable file", "");
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

RecordLines read_record_lines(const std::filesystem::path& file) {
  const std::string text = read_all(file);
  RecordLines lines;
  std::size_t number = 0;
  while (lines.good_bytes < text.size()) {
    ++number;
    const std::size_t newline = text.find('\n', lines.good_bytes);
    const std::size_t end = newline == std::string::npos ? text.size() : newline;
    const std::size_t next = newline == std::string::npos ? end : end + 1;
    const auto line = std::string_view(text).substr(lines.good_bytes, end - lines.good_bytes);
    try {
      lines.records.push_back(record_from_line(line));
    } catch (const FormatError& error) {
      if (next < text.size()) {
        throw ConfigError(file.string(), fmt::format("line {}", number),
                          fmt::format("a damaged record ({})", error.what()),
                          "one record a line; --fresh starts anew and keeps the old file", "");
      }
      lines.damaged_tail = line;
      lines.damage = error.what();
      return lines;
    }
    lines.lacks_newline = newline == std::string::npos;
    lines.good_bytes = next;
  }
  return lines;
}

}  // namespace sparlab::experiments
