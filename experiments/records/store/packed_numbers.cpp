#include "experiments/records/store/packed_numbers.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

#include "base/json/json_fields.hpp"
#include "base/text/base64.hpp"

namespace sparlab::experiments::records {

std::string pack_numbers(const std::vector<double>& numbers) {
  std::string bytes;
  bytes.reserve(8 * numbers.size());
  for (const double number : numbers) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    for (unsigned shift = 0; shift < 64; shift += 8)
      bytes += static_cast<char>(static_cast<unsigned char>(bits >> shift & 0xFFU));
  }
  return base::to_base64(bytes);
}

std::vector<double> unpack_numbers(std::string_view text, std::size_t count) {
  const auto refuse = [] {
    throw base::FormatError("a text of numbers has another length or content");
  };
  const auto bytes = base::from_base64(text);
  if (!bytes || bytes->size() != 8 * count) refuse();
  std::vector<double> numbers(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t bits = 0;
    for (std::size_t byte = 8; byte-- > 0;)
      bits = bits << 8U | static_cast<unsigned char>((*bytes)[8 * i + byte]);
    numbers[i] = std::bit_cast<double>(bits);
    if (!std::isfinite(numbers[i])) refuse();
  }
  return numbers;
}

}  // namespace sparlab::experiments::records
