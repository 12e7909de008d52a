#include "experiments/records/packed_numbers.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "experiments/json/json_fields.hpp"

namespace sparlab::experiments {
namespace {

constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::uint8_t, 256> values_of_digits() {
  std::array<std::uint8_t, 256> values{};
  values.fill(64);
  for (std::size_t i = 0; i < kBase64.size(); ++i)
    values[static_cast<unsigned char>(kBase64[i])] = static_cast<std::uint8_t>(i);
  return values;
}

std::vector<std::uint8_t> bytes_of(const std::vector<double>& numbers) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(8 * numbers.size());
  for (const double number : numbers) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    for (unsigned shift = 0; shift < 64; shift += 8)
      bytes.push_back(static_cast<std::uint8_t>(bits >> shift));
  }
  return bytes;
}

[[noreturn]] void refuse_packed() {
  throw FormatError("a text of numbers has another length or content");
}

}  // namespace

std::string pack_numbers(const std::vector<double>& numbers) {
  const std::vector<std::uint8_t> bytes = bytes_of(numbers);
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = std::uint32_t{bytes[i]} << 16U;
    if (left > 1) group |= std::uint32_t{bytes[i + 1]} << 8U;
    if (left > 2) group |= bytes[i + 2];
    for (std::size_t digit = 0; digit < 4; ++digit)
      text += digit <= left ? kBase64[(group >> (18 - 6 * digit)) & 63U] : '=';
  }
  return text;
}

std::vector<double> unpack_numbers(std::string_view text, std::size_t count) {
  static constexpr auto kValues = values_of_digits();
  const std::size_t size = 8 * count;
  if (text.size() != (size + 2) / 3 * 4) refuse_packed();
  std::vector<std::uint8_t> bytes;
  bytes.reserve(size + 2);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    std::uint32_t group = 0;
    for (std::size_t digit = 0; digit < 4; ++digit) {
      const bool padding = bytes.size() + digit > size;
      const std::uint8_t value = kValues[static_cast<unsigned char>(text[i + digit])];
      if (padding ? text[i + digit] != '=' : value == 64) refuse_packed();
      group = group << 6U | (padding ? 0 : value);
    }
    for (const unsigned shift : {16U, 8U, 0U})
      bytes.push_back(static_cast<std::uint8_t>(group >> shift));
  }
  for (std::size_t i = size; i < bytes.size(); ++i)
    if (bytes[i] != 0) refuse_packed();
  std::vector<double> numbers(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t bits = 0;
    for (std::size_t byte = 8; byte-- > 0;) bits = bits << 8U | bytes[8 * i + byte];
    numbers[i] = std::bit_cast<double>(bits);
    if (!std::isfinite(numbers[i])) refuse_packed();
  }
  return numbers;
}

}  // namespace sparlab::experiments
