#pragma once

#include <cstddef>
#include <span>

/// What the fuzz targets and the tests of crafted inputs call: each parses any bytes, uses whatever
/// was accepted, and lets no exception but the documented one through to itself.
namespace sparlab::fuzz {

/// True if the bytes were accepted.
bool parse_svmlight(std::span<const std::byte> bytes);
bool parse_recording(std::span<const std::byte> bytes);
/// The bytes as a message: a stream, and a bundle of streams, of each of the four types.
bool parse_streams(std::span<const std::byte> bytes);

}  // namespace sparlab::fuzz
