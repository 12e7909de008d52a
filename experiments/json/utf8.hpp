#pragma once

#include <cstddef>
#include <string_view>

namespace sparlab::experiments {

struct Utf8Character {
  char32_t code = 0;
  std::size_t bytes = 0;  ///< 0: not UTF-8, or cut off
};

/// The first character of a text that is not empty.
Utf8Character first_character(std::string_view text);

/// How many bytes a character has by the first of them; 0 if none begins with it.
std::size_t length_by_first_byte(unsigned char first);

/// Whether a byte goes on with the character that another one began.
constexpr bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Whether a text is UTF-8 throughout.
bool is_utf8(std::string_view text);

}  // namespace sparlab::experiments
