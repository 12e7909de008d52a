#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include "runtime/message.hpp"

namespace sparlab::runtime::loggp {

/// A message in flight, in one cache line instead of Message's 88 bytes, because millions are in
/// flight at once when every rank sends to all others.
class alignas(64) Payload {
 public:
  Payload() {}
  Payload(const Payload&) = delete;
  Payload& operator=(const Payload&) = delete;
  ~Payload() {
    if (kind_ != Kind::token) std::destroy_at(&real_);
  }

  /// The slot must be empty: fresh, or unpacked.
  void pack(Message&& message) {
    const std::size_t size = message.bytes().size();
    wire_bytes_ = message.wire_bytes();
    if (!message.buffer()) {
      token_size_ = static_cast<std::uint8_t>(size);
      std::memcpy(token_, message.bytes().data(), size);
      return;
    }
    kind_ = message.is_real() ? Kind::real : Kind::weighted;
    const std::size_t offset = message.offset();
    std::construct_at(&real_, Real{std::move(message).take_buffer(), offset, size});
  }

  /// Counts one more message of this content, if `message` is a token that equals this one.
  bool share(const Message& message) {
    if (kind_ != Kind::token || message.buffer() || message.bytes().size() != token_size_ ||
        std::bit_cast<std::uint64_t>(message.wire_bytes()) !=
            std::bit_cast<std::uint64_t>(wire_bytes_) ||
        std::memcmp(token_, message.bytes().data(), token_size_) != 0)
      return false;
    ++more_;
    return true;
  }

  /// Whether all messages of this content have been unpacked.
  bool is_free() const { return free_; }

  Message unpack() {
    free_ = more_ == 0;
    if (!free_) --more_;
    if (kind_ == Kind::token) return Message::token({token_, token_size_}, wire_bytes_);
    Real real = std::move(real_);
    std::destroy_at(&real_);
    const Kind kind = std::exchange(kind_, Kind::token);
    return kind == Kind::real ? Message(std::move(real.buffer), real.offset, real.size)
                              : Message::weighted(std::move(real.buffer), real.size, wire_bytes_);
  }

  std::uint32_t next;  ///< link of the pool's free list

 private:
  enum class Kind : std::uint8_t { token, real, weighted };
  struct Real {
    Buffer buffer;
    std::size_t offset;
    std::size_t size;
  };

  Kind kind_ = Kind::token;
  std::uint8_t token_size_ = 0;
  bool free_ = false;
  std::uint32_t more_ = 0;  ///< messages of this content, other than the first
  double wire_bytes_ = 0;
  union {
    std::byte token_[Message::kTokenCapacity];
    Real real_;
  };
};
static_assert(sizeof(Payload) == 64);

}  // namespace sparlab::runtime::loggp
