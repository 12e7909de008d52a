#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/message.hpp"

namespace sparlab::test {

/// `bytes` bytes that depend on `seed` and on their position.
inline runtime::Message pattern(std::size_t bytes, std::size_t seed) {
  if (bytes == 0) return {};
  runtime::Buffer buffer(bytes);
  for (std::size_t i = 0; i < bytes; ++i) buffer.data()[i] = std::byte((i * 7 + seed) & 0xff);
  return runtime::Message(std::move(buffer), 0, bytes);
}

inline bool is_pattern(const runtime::Message& message, std::size_t bytes, std::size_t seed) {
  if (message.bytes().size() != bytes) return false;
  for (std::size_t i = 0; i < bytes; ++i) {
    if (message.bytes()[i] != std::byte((i * 7 + seed) & 0xff)) return false;
  }
  return true;
}

inline runtime::Message number(std::int64_t value) {
  runtime::Buffer buffer(sizeof(value));
  std::memcpy(buffer.data(), &value, sizeof(value));
  return runtime::Message(std::move(buffer), 0, sizeof(value));
}

/// -1 if the message is not a number.
inline std::int64_t value_of(const runtime::Message& message) {
  std::int64_t value = -1;
  if (message.bytes().size() == sizeof(value)) {
    std::memcpy(&value, message.bytes().data(), sizeof(value));
  }
  return value;
}

}  // namespace sparlab::test
