#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>

namespace sparlab::runtime::loggp {

/// Allocates blocks for huge pages, because random access to gigabytes is bound by TLB misses. The
/// first 2 MiB stay in small pages, so that small blocks do not pay for clearing much more memory
/// than they use.
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
  static constexpr std::size_t kHugePage = std::size_t{2} << 20;
  static constexpr std::align_val_t alignment() { return std::align_val_t{kHugePage}; }
};

}  // namespace sparlab::runtime::loggp
