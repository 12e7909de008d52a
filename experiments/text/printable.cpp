#include "experiments/text/printable.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/text/utf8.hpp"

namespace sparlab::experiments {
namespace {

/// Control characters, separators of lines and paragraphs, and marks that change the text
/// direction.
bool is_obeyed(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x61C ||
         (code >= 0x200E && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

std::string escape(char32_t code) {
  if (code == U'\n') return R"(\n)";
  if (code == U'\r') return R"(\r)";
  if (code == U'\t') return R"(\t)";
  return fmt::format(R"(\u{:04x})", static_cast<std::uint32_t>(code));
}

std::string escaped(std::string_view text, bool keep_newlines) {
  std::string result;
  while (!text.empty()) {
    const Utf8Character next = first_character(text);
    if (next.bytes == 0) {
      result += fmt::format(R"(\x{:02x})", static_cast<unsigned char>(text.front()));
    } else if (is_obeyed(next.code) && !(keep_newlines && next.code == U'\n')) {
      result += escape(next.code);
    } else {
      result += text.substr(0, next.bytes);
    }
    text.remove_prefix(std::max<std::size_t>(1, next.bytes));
  }
  return result;
}

}  // namespace

std::string printable(std::string_view text) { return escaped(text, false); }

std::string printable_lines(std::string_view text) { return escaped(text, true); }

std::size_t unfinished_bytes(std::string_view text) {
  for (std::size_t bytes = 1; bytes <= std::min<std::size_t>(3, text.size()); ++bytes) {
    const char byte = text[text.size() - bytes];
    if (continues_character(byte)) continue;
    return length_by_first_byte(static_cast<unsigned char>(byte)) > bytes ? bytes : 0;
  }
  return 0;
}

}  // namespace sparlab::experiments
