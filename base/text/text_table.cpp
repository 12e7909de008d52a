#include "base/text/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <ostream>
#include <set>
#include <utility>

#include "base/text/printable.hpp"

namespace sparlab::base {
namespace {

/// Three significant digits, with at most two decimals; `value` is below 1000.
std::string three_digits(double value) {
  const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f}", value, decimals);
}

/// Calls `use` with each field that is a column of a text.
template <class Use>
void for_each_column(const Fields& row, const Use& use) {
  for (const Field& field : row) {
    if (!field.in_text()) continue;
    const auto* const inner = std::get_if<Fields>(&field.value.data());
    if (inner != nullptr && !field.value.has_text_of_its_own())
      for_each_column(*inner, use);
    else
      use(field);
  }
}

/// An amount in the largest power of 1000 in which it is at least `least`.
std::size_t scale(double& amount, double least, std::size_t powers) {
  std::size_t power = 0;
  for (; amount >= least && power + 1 < powers; ++power) amount /= 1000;
  return power;
}

}  // namespace

std::string seconds_text(double seconds) {
  if (!(seconds > 0) || !std::isfinite(seconds)) return fmt::format("{} s", seconds);
  constexpr std::array kUnits = {"ns", "us", "ms", "s"};
  double value = seconds * 1e9;
  std::size_t unit = 0;
  while (value >= 999.5 && unit + 1 < kUnits.size()) {
    value /= 1000;
    ++unit;
  }
  if (value >= 99'999.5) return fmt::format("{:.0e} s", value);
  if (value >= 999.5) return fmt::format("{:.0f} s", value);
  if (value < 0.999) return fmt::format("{:.3g} {}", value, kUnits[unit]);
  return fmt::format("{} {}", three_digits(value), kUnits[unit]);
}

std::string short_count(std::uint64_t count) {
  if (count < 100'000) return std::to_string(count);
  if (std::has_single_bit(count)) return fmt::format("2^{}", std::countr_zero(count));
  constexpr std::array kSuffixes = {"", "k", "M", "G", "T", "P", "E"};
  std::uint64_t unit = 1;
  std::size_t suffix = 0;
  while (count / unit >= 1000) {
    unit *= 1000;
    ++suffix;
  }
  const bool has_two_decimals = count % (unit / 100) == 0;
  if (!has_two_decimals) {
    // Up to five digits of the next smaller unit: 1024k.
    unit /= 1000;
    if (unit < 1000 || count % unit != 0) return std::to_string(count);
    return fmt::format("{}{}", count / unit, kSuffixes[suffix - 1]);
  }
  const double value = static_cast<double>(count) / static_cast<double>(unit);
  return fmt::format("{:.5g}{}", value, kSuffixes[suffix]);
}

std::string short_number(double number) { return fmt::format("{:.3g}", number); }

std::string amount_text(double amount) {
  constexpr double kWritten = 10'000;
  constexpr std::array kSuffixes = {"", "k", "M", "G", "T", "P"};
  if (!(amount >= kWritten)) return fmt::format("{:.4g}", amount);
  const std::size_t suffix = scale(amount, 999.95, kSuffixes.size());
  return fmt::format("{:.4g}{}", amount, kSuffixes[suffix]);
}

std::string bytes_text(double bytes) {
  constexpr std::array kUnits = {"B", "kB", "MB", "GB", "TB", "PB"};
  const std::size_t unit = scale(bytes, 999.5, kUnits.size());
  return fmt::format("{:.3g} {}", bytes, kUnits[unit]);
}

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string ratio_text(double ratio) {
  if (ratio >= 0.0995 && ratio < 99'999.5) return three_digits(ratio) + "x";
  if (ratio >= 0.01 && ratio < 1) return fmt::format("{:.3f}x", ratio);
  return fmt::format("{:.0e}x", ratio);
}

void print_columns(std::ostream& stream, TextRows rows, const ColumnLayout& layout) {
  for (auto& row : rows)
    for (std::string& cell : row) cell = printable(cell);
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  for (const auto& row : rows) {
    std::string line(layout.indent, ' ');
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool to_right = std::ranges::find(layout.right, i) != layout.right.end();
      line += to_right ? fmt::format("{:>{}}  ", row[i], widths[i])
                       : fmt::format("{:<{}}  ", row[i], widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    stream << line << '\n';
  }
}

TextRows text_rows(const std::vector<Fields>& rows) {
  TextRows texts(rows.empty() ? 0 : 1);
  for (const Fields& row : rows) {
    std::vector<std::string> headings;
    texts.emplace_back();
    for_each_column(row, [&](const Field& field) {
      headings.push_back(field.heading);
      texts.back().push_back(field.value.text());
    });
    if (headings.size() > texts.front().size()) texts.front() = std::move(headings);
  }
  return texts;
}

void print_table(std::ostream& stream, const std::vector<Fields>& rows, std::size_t indent) {
  std::set<std::size_t> right;
  for (const Fields& row : rows) {
    std::size_t column = 0;
    for_each_column(row, [&](const Field& field) {
      if (field.value.is_number()) right.insert(column);
      ++column;
    });
  }
  print_columns(stream, text_rows(rows), {.indent = indent, .right = {right.begin(), right.end()}});
}

std::vector<std::string> wrapped(std::string_view text, std::size_t first, std::size_t others) {
  std::vector<std::string> lines(1);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    const std::size_t width = lines.size() == 1 ? first : others;
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > width)
      lines.emplace_back();
    if (!lines.back().empty()) lines.back() += ' ';
    lines.back() += word;
    begin = end + 1;
  }
  return lines;
}

void print_wrapped(std::ostream& stream, std::string_view raw, std::size_t indent,
                   std::size_t width) {
  constexpr std::size_t kMore = 2;
  const std::size_t least = std::min(width, indent + kMore);
  std::size_t spaces = indent;
  for (const std::string& line :
       wrapped(printable(raw), width - std::min(width, indent), width - least)) {
    stream << std::string(spaces, ' ') << line << '\n';
    spaces = indent + kMore;
  }
}

TextRows with_last_column_wrapped(const TextRows& rows, std::size_t width) {
  constexpr std::size_t kGap = 2;
  constexpr std::size_t kLeast = 20;
  std::size_t others = 0;
  for (std::size_t column = 0; column + 1 < rows.front().size(); ++column) {
    std::size_t widest = 0;
    for (const std::vector<std::string>& row : rows) widest = std::max(widest, row[column].size());
    others += widest + kGap;
  }
  const std::size_t room = std::max(kLeast, width - std::min(width, others));
  TextRows result;
  for (std::vector<std::string> row : rows) {
    for (std::string& line : wrapped(printable(row.back()), room, room)) {
      row.back() = std::move(line);
      result.push_back(row);
      std::fill(row.begin(), row.end(), std::string());
    }
  }
  return result;
}

}  // namespace sparlab::base
