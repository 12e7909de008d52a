#include "report/tables/csv_cells.hpp"

#include <fmt/format.h>

#include <cmath>

namespace sparlab::report {
namespace {

/// Spreadsheets evaluate a cell that begins like a formula; an apostrophe makes it a text.
bool looks_like_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
}

}  // namespace

std::string csv_text(std::string_view raw) {
  const std::string text = (looks_like_formula(raw) ? "'" : "") + std::string(raw);
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

std::string csv_number(std::optional<double> value) {
  return value && std::isfinite(*value) ? fmt::format("{}", *value) : std::string();
}

}  // namespace sparlab::report
