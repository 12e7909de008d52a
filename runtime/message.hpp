#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <utility>

namespace sparlab::runtime {

/// A reference-counted block of uninitialised bytes, 64-byte aligned. Large blocks come from a
/// process-wide pool and return to it, since touching new pages costs more than the collective that
/// uses them.
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t bytes);

  std::byte* data() const { return block_.get(); }
  std::size_t capacity() const { return capacity_; }
  /// True if no other Buffer shares this block, so it may be changed in place.
  bool unique() const { return block_.use_count() == 1; }
  explicit operator bool() const { return block_ != nullptr; }

  /// Returns all cached blocks to the system.
  static void release_pool();

 private:
  std::shared_ptr<std::byte> block_;
  std::size_t capacity_ = 0;
};

/// A block of the pool, and its return. Errors  std::bad_alloc
void* pooled_memory(std::size_t bytes);
void give_back(void* block, std::size_t bytes);

/// Takes memory of containers from the pool of Buffers. New elements are not initialised.
template <class T>
class PoolAllocator {
 public:
  using value_type = T;

  PoolAllocator() = default;
  template <class Other>
  explicit PoolAllocator(const PoolAllocator<Other>& /*other*/) {}

  T* allocate(std::size_t count) {
    if (count > std::numeric_limits<std::size_t>::max() / sizeof(T))
      throw std::bad_array_new_length();
    return static_cast<T*>(pooled_memory(count * sizeof(T)));
  }
  void deallocate(T* block, std::size_t count) { give_back(block, count * sizeof(T)); }

  template <class Element>
  void construct(Element* element) {
    ::new (static_cast<void*>(element)) Element;
  }

  friend bool operator==(const PoolAllocator&, const PoolAllocator&) { return true; }
};

/// A message between ranks: immutable bytes, and the size that the wire charges for them.
///
/// It is either a view into a shared Buffer (real data: wire_bytes() equals bytes().size()) or a
/// small inline token that represents data (counted streams: wire_bytes() is the size of the data,
/// possibly a fraction because it is an expectation). Tokens never leave the process: the `mpi`
/// engine refuses them.
class Message {
 public:
  static constexpr std::size_t kTokenCapacity = 40;

  Message() = default;

  /// The bytes [offset, offset + size) of `buffer`.
  Message(Buffer buffer, std::size_t offset, std::size_t size);

  /// A token of at most kTokenCapacity bytes that counts as `wire_bytes` bytes.
  static Message token(std::span<const std::byte> content, double wire_bytes);

  /// Real bytes that count as `wire_bytes` bytes (several tokens in one message).
  static Message weighted(Buffer buffer, std::size_t size, double wire_bytes);

  /// A copy of `content`, as a token if it is small, that counts as `wire_bytes` bytes or its size.
  static Message copy_of(std::span<const std::byte> content, double wire_bytes);
  static Message copy_of(std::span<const std::byte> content) {
    return copy_of(content, static_cast<double>(content.size()));
  }

  std::span<const std::byte> bytes() const {
    return {buffer_ ? buffer_.data() + offset_ : token_.data(), size_};
  }
  double wire_bytes() const { return wire_bytes_; }
  bool is_real() const { return wire_bytes_ == static_cast<double>(size_); }

  /// The block behind the bytes; null for tokens.
  const Buffer& buffer() const { return buffer_; }
  Buffer take_buffer() && { return std::move(buffer_); }
  std::size_t offset() const { return offset_; }

 private:
  Buffer buffer_;
  std::size_t offset_ = 0;
  std::size_t size_ = 0;
  double wire_bytes_ = 0;
  std::array<std::byte, kTokenCapacity> token_;
};

}  // namespace sparlab::runtime
