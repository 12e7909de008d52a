#include "experiments/report/figure_text.hpp"

#include <fmt/format.h>

#include "experiments/text/printable.hpp"

namespace sparlab::experiments {
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

}  // namespace

std::string figure_text(std::string_view text) {
  constexpr std::size_t kMostCharacters = 160;
  return as_cell(without_markup(shortened(printable(text), kMostCharacters)));
}

}  // namespace sparlab::experiments
