#pragma once

#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "algos/formats/format.hpp"
#include "runtime/message.hpp"

/// Messages of plain numbers: counts, positions, numbers for agreements. They are real in counted
/// runs, too.
namespace sparlab::algos {

template <class Number>
runtime::Message message_of(std::span<const Number> numbers) {
  const auto bytes = std::as_bytes(numbers);
  if (bytes.size() <= runtime::Message::kTokenCapacity) {
    return runtime::Message::token(bytes, static_cast<double>(bytes.size()));
  }
  runtime::Buffer buffer(bytes.size());
  std::memcpy(buffer.data(), bytes.data(), bytes.size());
  return runtime::Message(std::move(buffer), 0, bytes.size());
}

/// Errors  WireError unless the message holds `count` numbers.
template <class Number>
std::vector<Number> numbers_of(const runtime::Message& message, std::size_t count) {
  if (message.bytes().size() != count * sizeof(Number)) {
    throw WireError("a message of " + std::to_string(message.bytes().size()) + " bytes where " +
                    std::to_string(count) + " numbers are due");
  }
  std::vector<Number> numbers(count);
  if (count > 0) std::memcpy(numbers.data(), message.bytes().data(), message.bytes().size());
  return numbers;
}

}  // namespace sparlab::algos
