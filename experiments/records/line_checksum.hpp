#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sparlab::experiments {

/// The text of a JSON object, which has members, with a last member "crc32" added: zlib's CRC-32 of
/// all bytes before that member, as 8 hexadecimal digits.
std::string with_checksum(std::string object);

enum class Checksum : std::uint8_t { absent, wrong, right };

/// What stands at the end of a line, whatever stands before it.
Checksum checksum_of(std::string_view line);

}  // namespace sparlab::experiments
