#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string_view>
#include <system_error>

namespace sparlab::base {

/// The whole text as a number, in a base if it is an integer; nullopt if it is anything else.
template <class Number>
std::optional<Number> parse_number(std::string_view text, int base = 10) {
  Number number{};
  const char* const end = text.data() + text.size();
  std::from_chars_result read{};
  if constexpr (std::integral<Number>) {
    read = std::from_chars(text.data(), end, number, base);
  } else {
    read = std::from_chars(text.data(), end, number);
  }
  return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

}  // namespace sparlab::base
