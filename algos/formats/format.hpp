#pragma once

#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <type_traits>

#include "algos/kernels/half_precision.hpp"
#include "model/base/wire_format.hpp"

namespace sparlab::algos {

/// A stream in memory is coo or dense; messages may be smaller (see stream_operations.hpp).
using model::Format;

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

std::string_view name_of(Format format);
std::string_view name_of(ValueType type);
std::string_view name_of(IndexType type);

/// The content of a message does not match its header.
class WireError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace sparlab::algos
