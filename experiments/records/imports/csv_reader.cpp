#include "experiments/records/imports/csv_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/text/parse_number.hpp"
#include "inputs/files/data_error.hpp"

namespace sparlab::experiments::records {
namespace {

std::string names_of(std::span<const CsvColumn> columns) {
  std::vector<std::string> names;
  for (const CsvColumn& column : columns)
    names.push_back(std::string(column.name) + (column.required ? "" : " (optional)"));
  return fmt::format("the columns {}", fmt::join(names, ", "));
}

}  // namespace

CsvReader::CsvReader(inputs::DataFile& file, std::span<const CsvColumn> columns)
    : file_(file), buffer_(std::size_t{1} << 16U) {
  if (!read_line()) refuse("", "an empty file", names_of(columns));
  if (text_.starts_with("\xEF\xBB\xBF")) text_.erase(0, 3);  // the mark that spreadsheets write
  split();
  read_heading(columns);
}

void CsvReader::read_heading(std::span<const CsvColumn> columns) {
  heading_ = cells_;
  for (const std::string& name : heading_) {
    const auto known = [&](const CsvColumn& column) { return column.name == name; };
    if (std::ranges::none_of(columns, known))
      refuse("", fmt::format("an unknown column {}", inputs::quoted(name)), names_of(columns));
    if (std::ranges::count(heading_, name) > 1)
      refuse("", fmt::format("the column {} more than once", name), names_of(columns));
  }
  for (const CsvColumn& column : columns)
    if (column.required && std::ranges::find(heading_, column.name) == heading_.end())
      refuse("", fmt::format("no column {}", column.name), names_of(columns));
}

bool CsvReader::next() {
  do {
    if (!read_line()) return false;
  } while (text_.empty());
  split();
  if (cells_.size() != heading_.size())
    refuse("", fmt::format("{} cells", cells_.size()),
           fmt::format("{} cells, as in the heading", heading_.size()));
  return true;
}

bool CsvReader::refill() {
  filled_ = file_.read(buffer_);
  next_ = 0;
  return filled_ > 0;
}

bool CsvReader::read_line() {
  text_.clear();
  if (next_ == filled_ && !refill()) return false;
  if (++line_ > kMostLines) refuse("", "more lines", fmt::format("at most {} lines", kMostLines));
  for (bool ended = false; !ended;) {
    if (next_ == filled_ && !refill()) break;
    const auto* const begin = reinterpret_cast<const char*>(buffer_.data()) + next_;
    const std::string_view rest(begin, filled_ - next_);
    const std::size_t length = std::min(rest.find('\n'), rest.size());
    ended = length < rest.size();
    if (text_.size() + length > kMostLineBytes)
      refuse("", "a longer line", fmt::format("at most {} bytes in a line", kMostLineBytes));
    text_.append(rest.substr(0, length));
    next_ += length + (ended ? 1 : 0);
  }
  if (text_.ends_with('\r')) text_.pop_back();
  return true;
}

void CsvReader::split() {
  cells_.assign(1, {});
  bool quoted = false;
  for (std::size_t i = 0; i < text_.size(); ++i) {
    const char c = text_[i];
    if (c == '"' && quoted && i + 1 < text_.size() && text_[i + 1] == '"') {
      cells_.back() += c;
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      cells_.emplace_back();
    } else {
      cells_.back() += c;
    }
  }
  if (quoted) refuse("", "a quote that does not end on its line", "cells of one line");
}

std::string_view CsvReader::cell(std::string_view column) const {
  const auto found = std::ranges::find(heading_, column);
  if (found == heading_.end()) return {};
  return cells_[static_cast<std::size_t>(found - heading_.begin())];
}

std::string CsvReader::text(std::string_view column, std::size_t most) const {
  const std::string_view text = cell(column);
  const auto plain = [](char c) { return c >= ' ' && c <= '~'; };
  if (text.empty() || text.size() > most || !std::ranges::all_of(text, plain))
    refuse(column, inputs::quoted(text), fmt::format("1 to {} printable ASCII characters", most));
  return std::string(text);
}

std::uint64_t CsvReader::count(std::string_view column, std::uint64_t least,
                               std::uint64_t most) const {
  const std::string_view text = cell(column);
  const auto number = base::parse_number<std::uint64_t>(text);
  if (!number || *number < least || *number > most)
    refuse(column, inputs::quoted(text), fmt::format("a whole number from {} to {}", least, most));
  return *number;
}

double CsvReader::number(std::string_view column, double least, double most) const {
  const std::string_view text = cell(column);
  const auto number = base::parse_number<double>(text);
  // NaN compares false.
  if (!number || !(*number >= least && *number <= most))
    refuse(column, inputs::quoted(text), fmt::format("a number from {} to {}", least, most));
  return *number;
}

std::optional<double> CsvReader::number_if_any(std::string_view column, double least,
                                               double most) const {
  return has(column) ? std::optional(number(column, least, most)) : std::nullopt;
}

void CsvReader::refuse(std::string_view column, const std::string& value,
                       const std::string& accepted) const {
  std::string place = inputs::at_line(std::max<std::uint64_t>(line_, 1));
  if (!column.empty()) place += fmt::format(", column {}", column);
  throw inputs::DataError(file_.name(), place, value, accepted);
}

}  // namespace sparlab::experiments::records
