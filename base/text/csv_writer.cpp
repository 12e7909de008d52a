#include "base/text/csv_writer.hpp"

#include <fmt/format.h>

#include <cmath>
#include <ostream>
#include <utility>

namespace sparlab::base {
namespace {

/// Spreadsheets evaluate a cell that begins like a formula; an apostrophe makes it a text.
bool looks_like_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
}

std::string csv_cell(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value.data())) return csv_text(*text);
  if (const auto* number = std::get_if<double>(&value.data()))
    return std::isfinite(*number) ? fmt::format("{}", *number) : "";
  const auto* const list = std::get_if<Values>(&value.data());
  if (list == nullptr) return value.text();
  std::string cell;
  for (const Value& item : *list) cell += (cell.empty() ? "" : " ") + item.text();
  return csv_text(cell);
}

/// Calls `use` with each field that is a cell.
template <class Use>
void for_each_cell(const Fields& fields, const Use& use) {
  for (const Field& field : fields)
    if (field.is_spliced())
      for_each_cell(std::get<Fields>(field.value.data()), use);
    else if (field.in_csv())
      use(field);
}

}  // namespace

void CsvWriter::line(const Fields& fields, std::string (*cell)(const Field&)) {
  const char* separator = "";
  for_each_cell(
      fields, [&](const Field& field) { stream_ << std::exchange(separator, ",") << cell(field); });
  stream_ << '\n';
}

void CsvWriter::heading(const Fields& fields) {
  if (!std::exchange(has_heading_, true))
    line(fields, [](const Field& field) { return field.key; });
}

void CsvWriter::row(const Fields& fields) {
  heading(fields);
  line(fields, [](const Field& field) { return csv_cell(field.value); });
}

std::string csv_text(std::string_view raw) {
  std::string text = (looks_like_formula(raw) ? "'" : "") + std::string(raw);
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

}  // namespace sparlab::base
