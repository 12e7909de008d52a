#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <vector>

namespace sparlab::runtime::loggp {

/// Allocates blocks for huge pages, because random access to gigabytes is bound by TLB misses. The
/// first 2 MiB stay in small pages, so that small blocks do not pay for clearing much more memory
/// than they use. Under AddressSanitizer, which marks every byte of a block, blocks are small
/// instead.
template <class T>
struct HugePageAllocator {
  using value_type = T;

  HugePageAllocator() = default;
  template <class U>
  explicit HugePageAllocator(const HugePageAllocator<U>&) {}

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    auto* block = static_cast<std::byte*>(::operator new(bytes, alignment()));
    // A hint; the program also works without huge pages, only slower.
    if (bytes > kHugePage) madvise(block + kHugePage, bytes - kHugePage, MADV_HUGEPAGE);
    return reinterpret_cast<T*>(block);
  }
  void deallocate(T* block, std::size_t count) {
    ::operator delete(block, count * sizeof(T), alignment());
  }
  bool operator==(const HugePageAllocator&) const = default;

 private:
#ifdef __SANITIZE_ADDRESS__
  static constexpr std::size_t kHugePage = std::size_t{4} << 10;
#else
  static constexpr std::size_t kHugePage = std::size_t{2} << 20;
#endif
  static constexpr std::align_val_t alignment() { return std::align_val_t{kHugePage}; }
};

inline constexpr std::uint32_t kNone = UINT32_MAX;

/// Slots of T addressed by 32-bit indices: half the size of pointers, and stable while the pool
/// grows. T needs a member `std::uint32_t next`, which links the slot while it is free and belongs
/// to the owner otherwise. Reused slots keep their old content.
///
/// Cost    acquire and release O(1); only slots that have been used take memory.
template <class T>
class SlotPool {
 public:
  SlotPool() = default;
  SlotPool(const SlotPool&) = delete;
  SlotPool& operator=(const SlotPool&) = delete;

  ~SlotPool() {
    if constexpr (!std::is_trivially_destructible_v<T>) {
      // Slots are still in use, and hold resources, only after a failed run.
      for (std::uint32_t i = 0; in_use_ != 0 && i < size_; ++i) (*this)[i].~T();
    }
    for (T* chunk : chunks_)
      if (chunk != nullptr) HugePageAllocator<T>().deallocate(chunk, kChunk);
  }

  T& operator[](std::uint32_t index) { return chunks_[index >> kChunkBits][index & kChunkMask]; }
  const T& operator[](std::uint32_t index) const {
    return chunks_[index >> kChunkBits][index & kChunkMask];
  }

  std::uint32_t acquire() {
    ++in_use_;
    if (free_ != kNone) {
      const std::uint32_t index = free_;
      free_ = (*this)[index].next;
      if (free_ != kNone) __builtin_prefetch(&(*this)[free_]);
      return index;
    }
    if ((size_ & kChunkMask) == 0) grow();
    new (&(*this)[size_]) T;
    return size_++;
  }

  void release(std::uint32_t index) {
    --in_use_;
    (*this)[index].next = free_;
    free_ = index;
  }

  /// The number of slots that have ever been used: indices below this may be read.
  std::uint32_t size() const { return size_; }

 private:
#ifdef __SANITIZE_ADDRESS__
  static constexpr std::uint32_t kChunkBits = 8;
#else
  static constexpr std::uint32_t kChunkBits = 17;
#endif
  static constexpr std::uint32_t kChunk = 1U << kChunkBits;
  static constexpr std::uint32_t kChunkMask = kChunk - 1;

  void grow() {
    // Keep the last index unused: it is kNone.
    if (size_ > kNone - kChunk) throw std::bad_alloc();
    chunks_.push_back(nullptr);
    chunks_.back() = HugePageAllocator<T>().allocate(kChunk);
  }

  std::vector<T*> chunks_;
  std::uint32_t size_ = 0;
  std::uint32_t free_ = kNone;
  std::uint32_t in_use_ = 0;
};

/// Slots of a pool in the order in which they were added, linked by one of their members.
struct SlotQueue {
  std::uint32_t first = kNone;
  std::uint32_t last = kNone;

  bool empty() const { return first == kNone; }

  /// Returns whether it is the first.
  template <class T>
  bool add(SlotPool<T>& pool, std::uint32_t index, std::uint32_t T::*next = &T::next) {
    const bool is_first = empty();
    (is_first ? first : pool[last].*next) = index;
    pool[index].*next = kNone;
    last = index;
    return is_first;
  }

  template <class T>
  std::uint32_t take_first(const SlotPool<T>& pool, std::uint32_t T::*next = &T::next) {
    const std::uint32_t taken = first;
    first = pool[taken].*next;
    return taken;
  }
};

}  // namespace sparlab::runtime::loggp
