#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "algos/kernels/half_precision.hpp"
#include "model/base/range.hpp"
#include "model/base/wire_format.hpp"

namespace sparlab::algos {

/// A stream in memory is coo or dense; messages may be smaller (see stream_operations.hpp).
using model::Format;
using model::ValueCode;

enum class ValueType : std::uint8_t { float32 = 0, float64 = 1, bfloat16 = 2, float16 = 3 };
enum class IndexType : std::uint8_t { uint32 = 0, uint64 = 1 };

template <class Value>
inline constexpr ValueType value_type_of = std::is_same_v<Value, float>      ? ValueType::float32
                                           : std::is_same_v<Value, double>   ? ValueType::float64
                                           : std::is_same_v<Value, BFloat16> ? ValueType::bfloat16
                                                                             : ValueType::float16;
template <class Index>
inline constexpr IndexType index_type_of =
    std::is_same_v<Index, std::uint32_t> ? IndexType::uint32 : IndexType::uint64;

/// Of one value.
constexpr std::size_t bytes_of(ValueType type) {
  constexpr std::array<std::size_t, 4> bytes = {4, 8, 2, 2};
  return bytes[static_cast<std::size_t>(type)];
}

constexpr std::string_view name_of(Format format) {
  constexpr std::array<std::string_view, model::kFormats> names = {"coo",   "dense", "bitmap",
                                                                   "delta", "runs",  "pici"};
  return names[static_cast<std::size_t>(format)];
}
constexpr std::string_view name_of(ValueType type) {
  constexpr std::array<std::string_view, 4> names = {"float", "double", "bfloat16", "half"};
  return names[static_cast<std::size_t>(type)];
}
constexpr std::string_view name_of(IndexType type) {
  return type == IndexType::uint32 ? "uint32" : "uint64";
}

/// Sizes of the messages of streams of a type. Exponents of float and bfloat16 may be coded
/// (exponents.hpp).
constexpr model::WireFormat wire_format_of(ValueType value, IndexType index) {
  auto wire = model::WireFormat::ours(index == IndexType::uint32 ? 4 : 8,
                                      static_cast<double>(bytes_of(value)));
  if (value == ValueType::float32 || value == ValueType::bfloat16)
    wire.code_bits = model::kExpectedCodeBits;
  return wire;
}

/// The content of a message does not match its header.
class WireError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A stream taken from a message, and the form in which the message held it.
template <class Stream>
struct Received {
  Stream stream;
  model::Format format;
  model::ValueCode code;
  double wire_bytes;
};

/// The header at the beginning of a message. Nullopt if the message is shorter, or if the header
/// does not begin with its kind's number, `Header::kMagic`.
template <class Header>
std::optional<Header> read_header(std::span<const std::byte> bytes) {
  Header header;
  if (bytes.size() < sizeof header) return std::nullopt;
  std::memcpy(&header, bytes.data(), sizeof header);
  return header.magic == Header::kMagic ? std::optional(header) : std::nullopt;
}

/// Throws WireError unless a received stream covers `expected`: otherwise its header is damaged, or
/// the ranks disagree on N.
inline void require_range(model::Range received, model::Range expected) {
  if (received == expected) return;
  const auto text = [](model::Range range) {
    return "[" + std::to_string(range.lo) + ", " + std::to_string(range.hi) + ")";
  };
  throw WireError("a stream over " + text(received) + " instead of one over " + text(expected));
}

}  // namespace sparlab::algos
