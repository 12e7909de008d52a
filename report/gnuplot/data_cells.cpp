#include "report/gnuplot/data_cells.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/text/printable.hpp"

namespace sparlab::report {
namespace {

bool is_digit(std::string_view text, std::size_t i) {
  return i < text.size() && text[i] >= '0' && text[i] <= '9';
}

/// Escapes gnuplot's markup, except for exponents.
std::string without_markup(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '^' && is_digit(text, i + 1)) {
      result += "^{";
      while (is_digit(text, i + 1)) result += text[++i];
      result += '}';
      continue;
    }
    if (std::string_view("_^{}@&~\\").find(text[i]) != std::string_view::npos) result += '\\';
    result += text[i];
  }
  return result;
}

/// When gnuplot reads a cell, it resolves backslashes, strips spaces at both ends and treats quotes
/// as delimiters; an empty cell repeats the previous one.
std::string as_cell(std::string_view text) {
  if (text.empty()) return as_cell(" ");
  std::string result;
  bool after_octal = false;  // gnuplot would read a following digit as part of the octal number
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool space_at_end = c == ' ' && (i == 0 || i + 1 == text.size());
    const bool octal = c == '"' || space_at_end || (after_octal && c >= '0' && c <= '7');
    if (octal) {
      result += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    } else if (c == '\\') {
      result += R"(\\)";
    } else {
      result += c;
    }
    after_octal = octal;
  }
  return result;
}

/// gnuplot 5.4 does not convert a string such as "5e-06", without a decimal point, to a number.
std::string number_text(double number) {
  if (!std::isfinite(number)) return "NaN";
  std::string text = fmt::format("{}", number);
  const std::size_t exponent = text.find('e');
  if (exponent != std::string::npos && text.find('.') == std::string::npos)
    text.insert(exponent, ".0");
  return text;
}

}  // namespace

std::string figure_text(std::string_view text) {
  return as_cell(without_markup(base::both_ends(base::printable(text), kMostTextBytes)));
}

std::string tick_text(std::string_view text) {
  std::string cell = figure_text(text);
  for (std::size_t at = cell.find('%'); at != std::string::npos; at = cell.find('%', at + 2))
    cell.insert(at, 1, '%');
  return cell;
}

std::string cell_text(const Cell& cell) {
  return cell.is_text ? figure_text(cell.text) : number_text(cell.number);
}

std::string data_block(std::string_view name, std::string_view remarks, const Rows& rows) {
  std::string text = fmt::format("# [{}]\n# {}\n", name, remarks);
  for (const auto& row : rows) {
    std::string line;
    for (const Cell& cell : row) line += (line.empty() ? "" : "\t") + cell_text(cell);
    text += line + "\n";
  }
  return text + "\n\n";
}

}  // namespace sparlab::report
