#pragma once

#include <cstring>
#include <span>

#include "runtime/message.hpp"

/// Messages of tests on simulated engines. These engines charge the given number of bytes.
namespace sparlab::runtime {

inline Message of_bytes(double bytes) { return Message::token({}, bytes); }

inline Message of_value(int value, double bytes = sizeof(int)) {
  return Message::token(std::as_bytes(std::span(&value, 1)), bytes);
}

/// -1 if the message is not a number.
inline int value_of(const Message& message) {
  int value = -1;
  if (message.bytes().size() == sizeof value) {
    std::memcpy(&value, message.bytes().data(), sizeof value);
  }
  return value;
}

}  // namespace sparlab::runtime
