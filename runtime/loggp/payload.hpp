#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include "runtime/message.hpp"

namespace sparlab::runtime::loggp {

/// The content of one or several equal messages in flight, in one cache line instead of Message's
/// 88 bytes, because millions are in flight at once when every rank sends to all others.
class alignas(64) Payload {
 public:
  Payload() {}
  Payload(const Payload&) = delete;
  Payload& operator=(const Payload&) = delete;
  ~Payload() {
    if (kind_ != Kind::token) std::destroy_at(&real_);
  }

  /// The slot must be empty: fresh, or free.
  void pack(Message&& message) {
    const std::size_t size = message.bytes().size();
    wire_bytes_ = message.wire_bytes();
    messages_ = 1;
    if (!message.buffer()) {
      token_size_ = static_cast<std::uint8_t>(size);
      std::memcpy(token_, message.bytes().data(), size);
      return;
    }
    kind_ = message.is_real() ? Kind::real : Kind::weighted;
    const std::size_t offset = message.offset();
    std::construct_at(&real_, Real{std::move(message).take_buffer(), offset, size});
  }

  /// Counts one more message of this content, if `message` equals this one.
  bool share(const Message& message) {
    if (messages_ == 0 || !equals(message)) return false;
    ++messages_;
    return true;
  }

  /// Whether all messages of this content have been unpacked.
  bool is_free() const { return messages_ == 0; }

  Message unpack() {
    --messages_;
    if (kind_ == Kind::token) return Message::token({token_, token_size_}, wire_bytes_);
    if (messages_ > 0) return message_of(real_);
    Message message = message_of(std::move(real_));
    std::destroy_at(&real_);
    kind_ = Kind::token;
    return message;
  }

  std::uint32_t next;  ///< link of the pool's free list

 private:
  enum class Kind : std::uint8_t { token, real, weighted };
  struct Real {
    Buffer buffer;
    std::size_t offset;
    std::size_t size;
  };

  bool equals(const Message& message) const {
    const auto bits = [](double number) { return std::bit_cast<std::uint64_t>(number); };
    const std::size_t size = message.bytes().size();
    if (bits(message.wire_bytes()) != bits(wire_bytes_)) return false;
    if (kind_ != Kind::token)
      return message.buffer().data() == real_.buffer.data() && message.offset() == real_.offset &&
             size == real_.size;
    return !message.buffer() && size == token_size_ &&
           std::memcmp(token_, message.bytes().data(), size) == 0;
  }
  Message message_of(Real real) const {
    return kind_ == Kind::real ? Message(std::move(real.buffer), real.offset, real.size)
                               : Message::weighted(std::move(real.buffer), real.size, wire_bytes_);
  }

  Kind kind_ = Kind::token;
  std::uint8_t token_size_ = 0;
  std::uint32_t messages_ = 0;  ///< of this content, that have not been unpacked
  double wire_bytes_ = 0;
  union {
    std::byte token_[Message::kTokenCapacity];
    Real real_;
  };
};
static_assert(sizeof(Payload) == 64);

}  // namespace sparlab::runtime::loggp
