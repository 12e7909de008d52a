#pragma once

#include <cstddef>
#include <string_view>

namespace sparlab::experiments {

struct Utf8Character {
  char32_t code = 0;
  std::size_t bytes = 0;  ///< 0: not UTF-8, or truncated
};

/// The first character of a text, which must not be empty.
Utf8Character first_character(std::string_view text);

/// The length of a character in bytes, from its first byte; 0 if no character begins with this
/// byte.
std::size_t length_by_first_byte(unsigned char first);

/// True for a continuation byte of a character.
constexpr bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// True if the whole text is valid UTF-8.
bool is_utf8(std::string_view text);

}  // namespace sparlab::experiments
