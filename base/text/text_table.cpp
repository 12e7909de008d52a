#include "base/text/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <ostream>

#include "base/text/printable.hpp"

namespace sparlab::base {
namespace {

/// Three significant digits, with at most two decimals; `value` is below 1000.
std::string three_digits(double value) {
  const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f}", value, decimals);
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

std::string ratio_text(double ratio) {
  if (ratio >= 0.0995 && ratio < 99'999.5) return three_digits(ratio) + "x";
  if (ratio >= 0.01 && ratio < 1) return fmt::format("{:.3f}x", ratio);
  return fmt::format("{:.0e}x", ratio);
}

void print_columns(std::ostream& stream, std::vector<std::vector<std::string>> rows,
                   const ColumnLayout& layout) {
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

void print_wrapped(std::ostream& stream, std::string_view raw, std::size_t indent,
                   std::size_t width) {
  const std::string text = printable(raw);
  std::string line(indent, ' ');
  bool has_word = false;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string_view word = std::string_view(text).substr(begin, end - begin);
    if (has_word && line.size() + 1 + word.size() > width) {
      stream << line << '\n';
      line.assign(indent + 2, ' ');
      has_word = false;
    }
    if (has_word) line += ' ';
    line += word;
    has_word = true;
    begin = end + 1;
  }
  stream << line << '\n';
}

}  // namespace sparlab::base
