#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/loggp/slot_pool.hpp"
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

/// The payloads of a run. Many messages in flight have one content, e.g. the parts of equal inputs
/// or the sums of an aggregator; they share a payload. The last payloads are found by a fingerprint
/// of their content, so that a different one is not read.
///
/// Cost    add and take O(1).
class Payloads {
 public:
  /// Every rank may send as many contents as there are ranks at a time.
  explicit Payloads(int ranks)
      : recent_(std::clamp(std::bit_ceil(static_cast<std::size_t>(ranks)), kLeast, kMost)) {}

  /// kNone for an empty message, which has no payload.
  std::uint32_t add(Message&& message) {
    if (message.bytes().empty() && message.wire_bytes() == 0) return kNone;
    const std::uint64_t content = fingerprint(message);
    Set& set = recent_[static_cast<std::size_t>(content) & (recent_.size() - 1)];
    const auto mark = static_cast<std::uint32_t>(content >> 32);
    for (const Recent& recent : set) {
      // A payload that is free, or in use again, does not equal the message.
      if (recent.mark != mark || recent.payload == kNone || !pool_[recent.payload].share(message))
        continue;
      if (message.buffer()) std::move(message).take_buffer();  // the payload has it
      return recent.payload;
    }
    std::move_backward(set.begin(), set.end() - 1, set.end());
    set.front() = {mark, pool_.acquire()};
    pool_[set.front().payload].pack(std::move(message));
    return set.front().payload;
  }

  /// The next message of a payload; frees the payload after the last one.
  Message take(std::uint32_t index) {
    Payload& payload = pool_[index];
    Message message = payload.unpack();
    if (payload.is_free()) pool_.release(index);
    return message;
  }

  void prefetch(std::uint32_t index) const { __builtin_prefetch(&pool_[index]); }

  /// The number of payloads that have ever been in use at a time.
  std::uint32_t most() const { return pool_.size(); }

 private:
  struct Recent {
    std::uint32_t mark = 0;
    std::uint32_t payload = kNone;
  };
  using Set = std::array<Recent, 4>;
  static constexpr std::size_t kLeast = 64;
  static constexpr std::size_t kMost = std::size_t{1} << 14;  // stays in a cache

  static std::uint64_t fingerprint(const Message& message) {
    constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
    const auto bytes = message.bytes();
    std::uint64_t sum = std::bit_cast<std::uint64_t>(message.wire_bytes()) * kOdd + bytes.size();
    if (message.buffer()) {
      sum += reinterpret_cast<std::uintptr_t>(bytes.data()) * (kOdd * 3);
    } else {
      // Independent products, so that they are computed at the same time.
      std::array<std::uint64_t, (Message::kTokenCapacity + 7) / 8> words{};
      if (bytes.size() == sizeof words)
        std::memcpy(words.data(), bytes.data(), sizeof words);  // most are that long
      else
        std::memcpy(words.data(), bytes.data(), bytes.size());
      for (std::size_t i = 0; i < words.size(); ++i) sum += words[i] * (kOdd * (2 * i + 3));
    }
    sum ^= sum >> 29;
    sum *= kOdd;
    return sum ^ sum >> 32;
  }

  SlotPool<Payload> pool_;
  std::vector<Set> recent_;  ///< by fingerprint; the last first
};

}  // namespace sparlab::runtime::loggp
