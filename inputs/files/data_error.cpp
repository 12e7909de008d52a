#include "inputs/files/data_error.hpp"

#include <fmt/format.h>

#include <utility>

namespace sparlab::inputs {
namespace {

std::string message(const std::string& file, const std::string& place, const std::string& value,
                    const std::string& accepted) {
  return fmt::format("{}{}{}: {}; accepted: {}", file, place.empty() ? "" : ", ", place, value,
                     accepted);
}

}  // namespace

DataError::DataError(std::string file, std::string place, std::string value, std::string accepted)
    : std::runtime_error(message(file, place, value, accepted)),
      file_(std::move(file)),
      place_(std::move(place)),
      value_(std::move(value)),
      accepted_(std::move(accepted)) {}

std::string at_line(std::uint64_t line) { return fmt::format("line {}", line); }

std::string at_byte(std::uint64_t offset) { return fmt::format("byte {}", offset); }

std::string quoted(std::string_view text) {
  constexpr std::size_t max_shown = 40;
  std::string shown = "\"";
  for (const char c : text.substr(0, max_shown))
    if (c >= ' ' && c <= '~')
      shown += c;
    else
      shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  shown += text.size() > max_shown ? "...\"" : "\"";
  return shown;
}

}  // namespace sparlab::inputs
