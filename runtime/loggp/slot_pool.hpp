#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

namespace sparlab::runtime::loggp {

inline constexpr std::uint32_t kNone = UINT32_MAX;

/// Slots of T addressed by 32-bit indices: half the size of pointers, and stable while the pool
/// grows. T needs a member `std::uint32_t next`, which links the slot while it is free and belongs
/// to the owner otherwise. Slots handed out again keep their old content.
///
/// Cost    acquire and release O(1); only slots that were ever in use take memory.
template <class T>
class SlotPool {
 public:
  SlotPool() = default;
  SlotPool(const SlotPool&) = delete;
  SlotPool& operator=(const SlotPool&) = delete;

  ~SlotPool() {
    if constexpr (!std::is_trivially_destructible_v<T>) {
      // Slots in use hold resources only after a run that failed.
      for (std::uint32_t i = 0; in_use_ != 0 && i < size_; ++i) (*this)[i].~T();
    }
    for (T* chunk : chunks_) ::operator delete(chunk, kChunkBytes, kHugePage);
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

  /// Slots that were ever in use: indices below this may be read.
  std::uint32_t size() const { return size_; }

 private:
  static constexpr std::uint32_t kChunkBits = 17;
  static constexpr std::uint32_t kChunkMask = (1U << kChunkBits) - 1;
  static constexpr std::size_t kChunkBytes = sizeof(T) << kChunkBits;
  static constexpr std::align_val_t kHugePage{std::size_t{2} << 20};

  void grow() {
    // Keep the last index free: it is kNone.
    if (size_ > kNone - (1U << kChunkBits)) throw std::bad_alloc();
    void* memory = ::operator new(kChunkBytes, kHugePage);
    chunks_.push_back(static_cast<T*>(memory));
    // A small run should not pay for clearing a huge page; a large one is bound by TLB misses.
    if (chunks_.size() > 1) madvise(memory, kChunkBytes, MADV_HUGEPAGE);
  }

  std::vector<T*> chunks_;
  std::uint32_t size_ = 0;
  std::uint32_t free_ = kNone;
  std::uint32_t in_use_ = 0;
};

}  // namespace sparlab::runtime::loggp
