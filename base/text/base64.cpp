#include "base/text/base64.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace sparlab::base {
namespace {

constexpr std::string_view kBase64Digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kNoDigit = 64;

constexpr std::array<std::uint8_t, 256> values_of_digits() {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNoDigit);
  for (std::size_t i = 0; i < kBase64Digits.size(); ++i)
    values[static_cast<unsigned char>(kBase64Digits[i])] = static_cast<std::uint8_t>(i);
  return values;
}

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j)
      group = group << 8U | (j < left ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    for (std::size_t digit = 0; digit < 4; ++digit)
      text += digit <= left ? kBase64Digits[group >> (18U - 6U * digit) & 63U] : '=';
  }
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  static constexpr auto kValues = values_of_digits();
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  const std::size_t digits = text.size() - padding;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    std::uint32_t group = 0;
    for (std::size_t j = i; j < i + 4; ++j) {
      const std::uint8_t value = j < digits ? kValues[static_cast<unsigned char>(text[j])] : 0;
      if (value == kNoDigit) return std::nullopt;
      group = group << 6U | value;
    }
    for (const unsigned shift : {16U, 8U, 0U})
      bytes += static_cast<char>(static_cast<unsigned char>(group >> shift & 0xFFU));
  }
  // The bits that padding leaves over are zero.
  for (; padding > 0; --padding) {
    if (bytes.back() != '\0') return std::nullopt;
    bytes.pop_back();
  }
  return bytes;
}

}  // namespace sparlab::base
