#include "base/text/shell_words.hpp"

#include <algorithm>

#include "model/base/contract.hpp"

namespace sparlab::base {
namespace {

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// True if no shell gives the character a meaning inside a word.
bool is_plain(char c) {
  return is_letter_or_digit(c) || std::string_view("_.,:=+-/@%").find(c) != std::string_view::npos;
}

}  // namespace

std::string shell_word(std::string_view text) {
  SPARLAB_EXPECTS(text.find('\0') == std::string_view::npos);
  if (!text.empty() && std::ranges::all_of(text, is_plain)) return std::string(text);
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') {
      word += "'\\''";
    } else {
      word += c;
    }
  }
  return word + '\'';
}

std::string shell_words(const std::vector<std::string>& texts) {
  std::string words;
  for (const std::string& text : texts) {
    if (!words.empty()) words += ' ';
    words += shell_word(text);
  }
  return words;
}

std::string job_name(std::string_view text) {
  constexpr std::size_t kMost = 60;
  std::string name(text.substr(0, kMost));
  std::ranges::replace_if(
      name, [](char c) { return !is_letter_or_digit(c) && c != '.' && c != '_' && c != '-'; }, '_');
  return name;
}

}  // namespace sparlab::base
