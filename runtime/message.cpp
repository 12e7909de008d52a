#include "runtime/message.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <mutex>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

namespace sparlab::runtime {
namespace {

constexpr std::size_t kAlignment = 64;
// Blocks of a few lines are kept by size in lists, others by size class. malloc needs a third of a
// microsecond for an aligned block.
#ifdef __SANITIZE_ADDRESS__
// It would not see the use of a block that was given back.
constexpr std::size_t kSmallUpTo = 0;
constexpr std::size_t kPooledFrom = std::size_t{1} << 16;
#else
constexpr std::size_t kSmallUpTo = 1024;
constexpr std::size_t kPooledFrom = kSmallUpTo + 1;
#endif
constexpr std::size_t kMostBytes = std::numeric_limits<std::ptrdiff_t>::max();
constexpr std::size_t kPoolLimit = std::size_t{2} << 30;
constexpr std::size_t kHugePage = std::size_t{2} << 20;
// A smaller block would use only a part of a page.
constexpr std::size_t kHugeFrom = kHugePage;

/// A block that cannot be had.
class NoMemory : public std::bad_alloc {
 public:
  explicit NoMemory(std::size_t bytes) {
    std::snprintf(text_.data(), text_.size(), "no memory for a block of %zu bytes", bytes);
  }
  const char* what() const noexcept override { return text_.data(); }

 private:
  std::array<char, 64> text_{};
};

/// Rounds up so that blocks of nearly equal size can be reused for each other (waste <= 1/8).
/// Errors  NoMemory for sizes that would overflow.
std::size_t size_class(std::size_t bytes) {
  if (bytes > kMostBytes) throw NoMemory(bytes);
  const std::size_t step = std::max(std::bit_floor(bytes) / 8, kAlignment);
  return (std::max<std::size_t>(bytes, 1) + step - 1) / step * step;
}

/// Large blocks use huge pages: an MPI library that copies from another process's memory looks up
/// every page, and for small pages that takes longer than the copy.
std::byte* allocate(std::size_t bytes) {
  const bool huge = bytes >= kHugeFrom;
  const std::size_t alignment = huge ? kHugePage : kAlignment;
  void* block = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (block == nullptr) throw NoMemory(bytes);
  // A hint; the program also works without huge pages, only slower.
  if (huge) madvise(block, bytes, MADV_HUGEPAGE);
  return static_cast<std::byte*>(block);
}

class Pool {
 public:
  std::byte* take(std::size_t bytes) {
    if (bytes <= kSmallUpTo) {
      const std::lock_guard lock(mutex_);
      Small*& first = small_[bytes / kAlignment - 1];
      if (first == nullptr) return allocate(bytes);
      Small* const block = first;
      first = block->next;
      return reinterpret_cast<std::byte*>(block);
    }
    if (bytes >= kPooledFrom) {
      const std::lock_guard lock(mutex_);
      auto& blocks = free_[bytes];
      if (!blocks.empty()) {
        std::byte* block = blocks.back();
        blocks.pop_back();
        cached_ -= bytes;
        return block;
      }
    }
    return allocate(bytes);
  }

  void give(std::byte* block, std::size_t bytes) {
    if (bytes <= kSmallUpTo) {
      const std::lock_guard lock(mutex_);
      Small*& first = small_[bytes / kAlignment - 1];
      first = new (block) Small{first};
      return;
    }
    if (bytes >= kPooledFrom) {
      const std::lock_guard lock(mutex_);
      if (cached_ + bytes <= kPoolLimit) {
        free_[bytes].push_back(block);
        cached_ += bytes;
        return;
      }
    }
    std::free(block);
  }

  void release() {
    const std::lock_guard lock(mutex_);
    for (auto& [bytes, blocks] : free_)
      for (std::byte* block : blocks) std::free(block);
    free_.clear();
    cached_ = 0;
    for (Small*& first : small_)
      while (first != nullptr) std::free(std::exchange(first, first->next));
  }

  ~Pool() { release(); }

 private:
  struct Small {
    Small* next;
  };

  std::mutex mutex_;
  std::array<Small*, kSmallUpTo / kAlignment> small_{};  ///< free blocks by size
  std::map<std::size_t, std::vector<std::byte*>> free_;
  std::size_t cached_ = 0;
};

Pool& pool() {
  static Pool instance;
  return instance;
}

/// Puts the counters of a shared block in front of its bytes, in one block of the pool.
template <class T>
struct InFront {
  using value_type = T;

  InFront(std::byte* its_block, std::size_t its_bytes) : block(its_block), bytes(its_bytes) {}
  template <class U>
  explicit InFront(const InFront<U>& other) : block(other.block), bytes(other.bytes) {}

  T* allocate(std::size_t /*one*/) {
    static_assert(sizeof(T) <= kAlignment);
    return reinterpret_cast<T*>(block);
  }
  void deallocate(T* /*counters*/, std::size_t /*one*/) { pool().give(block, bytes); }
  bool operator==(const InFront&) const = default;

  std::byte* block;
  std::size_t bytes;
};

}  // namespace

Buffer::Buffer(std::size_t bytes) : capacity_(size_class(bytes)) {
  const std::size_t size = capacity_;
  if (size + kAlignment <= kSmallUpTo) {
    std::byte* const block = pool().take(size + kAlignment);
    block_ = std::shared_ptr<std::byte>(
        block + kAlignment, [](std::byte* /*in the block*/) {},
        InFront<std::byte>(block, size + kAlignment));
    return;
  }
  block_ = std::shared_ptr<std::byte>(pool().take(size),
                                      [size](std::byte* block) { pool().give(block, size); });
}

void Buffer::release_pool() { pool().release(); }

void* pooled_memory(std::size_t bytes) { return pool().take(size_class(bytes)); }

void give_back(void* block, std::size_t bytes) {
  pool().give(static_cast<std::byte*>(block), size_class(bytes));
}

Message::Message(Buffer buffer, std::size_t offset, std::size_t size)
    : buffer_(std::move(buffer)),
      offset_(offset),
      size_(size),
      wire_bytes_(static_cast<double>(size)) {
  if (offset > buffer_.capacity() || size > buffer_.capacity() - offset)
    throw std::out_of_range("Message: outside of its buffer");
}

Message Message::token(std::span<const std::byte> content, double wire_bytes) {
  if (content.size() > kTokenCapacity) throw std::length_error("Message::token: too long");
  Message message;
  std::copy(content.begin(), content.end(), message.token_.begin());  // content may be empty
  message.size_ = content.size();
  message.wire_bytes_ = wire_bytes;
  return message;
}

Message Message::weighted(Buffer buffer, std::size_t size, double wire_bytes) {
  Message message(std::move(buffer), 0, size);
  message.wire_bytes_ = wire_bytes;
  return message;
}

Message Message::copy_of(std::span<const std::byte> content, double wire_bytes) {
  if (content.size() <= kTokenCapacity) return token(content, wire_bytes);
  Buffer buffer(content.size());
  std::ranges::copy(content, buffer.data());
  return weighted(std::move(buffer), content.size(), wire_bytes);
}

}  // namespace sparlab::runtime
