#include "base/text/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace sparlab::base {

std::size_t length_by_first_byte(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return 2;
  if (first >= 0xE0 && first < 0xF0) return 3;
  return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

Utf8Character first_character(std::string_view text) {
  constexpr std::array<unsigned, 5> kBitsOfFirst = {0, 0x7F, 0x1F, 0x0F, 0x07};
  constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t bytes = length_by_first_byte(first);
  if (bytes == 0 || bytes > text.size()) return {};
  char32_t code = first & kBitsOfFirst[bytes];
  for (std::size_t i = 1; i < bytes; ++i) {
    if (!continues_character(text[i])) return {};
    code = code << 6U | (static_cast<unsigned char>(text[i]) & 0x3FU);
  }
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  if (code < kLeast[bytes] || code > 0x10FFFF || surrogate) return {};
  return {code, bytes};
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t bytes = first_character(text).bytes;
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

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

std::string both_ends(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  constexpr std::string_view kGap = "...";
  std::size_t tail = most / 4;
  std::size_t head = most - tail - kGap.size();
  while (head > 0 && continues_character(text[head])) --head;
  while (tail > 0 && continues_character(text[text.size() - tail])) --tail;
  return std::string(text.substr(0, head)) + std::string(kGap) +
         std::string(text.substr(text.size() - tail));
}

PrintableStream::PrintableStream(std::ostream& stream)
    : stream_(stream), destination_(stream.rdbuf(this)) {}

PrintableStream::~PrintableStream() {
  pass_on(printable_lines(unfinished_));
  stream_.rdbuf(destination_);
}

PrintableStream::int_type PrintableStream::overflow(int_type character) {
  if (traits_type::eq_int_type(character, traits_type::eof()))
    return traits_type::not_eof(character);
  const char byte = traits_type::to_char_type(character);
  return xsputn(&byte, 1) == 1 ? character : traits_type::eof();
}

std::streamsize PrintableStream::xsputn(const char* text, std::streamsize size) {
  unfinished_.append(text, static_cast<std::size_t>(size));
  const std::size_t whole = unfinished_.size() - unfinished_bytes(unfinished_);
  const bool passed = pass_on(printable_lines(std::string_view(unfinished_).substr(0, whole)));
  unfinished_.erase(0, whole);
  return passed ? size : 0;
}

int PrintableStream::sync() { return destination_->pubsync(); }

bool PrintableStream::pass_on(std::string_view text) {
  const auto size = static_cast<std::streamsize>(text.size());
  return destination_->sputn(text.data(), size) == size;
}

void write_control_sequence(std::ostream& stream, std::string_view sequence) {
  auto* const filter = dynamic_cast<PrintableStream*>(stream.rdbuf());
  if (filter == nullptr) {
    stream << sequence;
  } else if (!filter->pass_on(sequence)) {
    stream.setstate(std::ios::badbit);
  }
}

}  // namespace sparlab::base
