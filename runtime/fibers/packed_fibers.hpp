#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/fibers/fibers.hpp"

namespace sparlab::runtime::fibers {

/// Many fibers that run on one stack, one after the other. While a fiber is suspended, the used
/// part of its stack is kept elsewhere, so that a million fibers take no page each, and the switch
/// reads one contiguous block. Nothing may refer to the stack of a suspended fiber. Not
/// thread-safe.
///
/// Cost    a switch copies the used parts of two stacks.
class PackedFibers {
 public:
  /// As Fibers::Entry.
  using Entry = Fibers::Entry;

  /// Errors  CommError if there is not enough memory for the stack.
  PackedFibers(std::size_t stack_bytes, Entry entry, void* argument);
  ~PackedFibers();
  PackedFibers(const PackedFibers&) = delete;
  PackedFibers& operator=(const PackedFibers&) = delete;

  /// The context of a fiber that begins when first switched to.
  static Context fresh() { return nullptr; }

  /// Stores the current context in `from` and continues at `to`: a fiber's context, or, if `home`,
  /// the thread's own stack. Returns when something switches back.
  void switch_to(Context& from, Context to, bool home);

  /// Like switch_to, but the fiber is never resumed.
  [[noreturn]] void leave(Context to, bool home);

  /// Prefetches the stack of a suspended fiber, as far as the one that was kept last is used: most
  /// fibers wait at the same place.
  void prefetch(Context suspended) const {
    const auto* const block = static_cast<const std::byte*>(suspended);
    for (std::size_t at = 0; at < last_kept_; at += kLine) __builtin_prefetch(block + at);
  }

  /// Where a place on the stack of a suspended fiber is kept; other places are where they are.
  const void* kept_at(Context suspended, const void* place) const;

 private:
  /// What precedes the kept part of a stack.
  struct Block {
    std::uint32_t used;   ///< bytes of the stack
    std::uint32_t units;  ///< size of the block
    Block* next;          ///< of the free blocks of this size
    std::byte* bytes() { return reinterpret_cast<std::byte*>(this + 1); }
  };
  static constexpr std::size_t kLine = 64;  ///< of a cache

  static void serve(boost::context::detail::transfer_t transfer);
  static void start(boost::context::detail::transfer_t transfer);
  void switch_now(Context* from, Context to, bool home);
  Context switched(Context origin);
  std::byte* top() const { return stack_.get() + stack_.get_deleter().bytes; }
  Block* keep(Context stack);
  Block* take_block(std::size_t units);
  void give_back(Block* block);

  struct Unmap {
    std::size_t bytes = 0;
    void operator()(std::byte* pages) const;
  };
  using Pages = std::unique_ptr<std::byte, Unmap>;
  static Pages map(std::size_t bytes, bool huge);

  Entry entry_;
  void* argument_;
  std::size_t stack_bytes_;
  Pages stack_;
  Pages switcher_stack_;
  Context switcher_;  ///< copies stacks; it cannot run on the one that it replaces
  Context home_ = nullptr;
  Block* running_ = nullptr;   ///< where the running fiber was kept; null if it is new
  std::size_t last_kept_ = 0;  ///< bytes of a block
  void* exceptions_;
  bool at_home_ = true;
  // The switch that the switcher is to make.
  Context* from_ = nullptr;  ///< where to store the context that was left; null after `leave`
  Context to_ = nullptr;
  bool to_home_ = false;
  // Memory of blocks.
  std::vector<Block*> free_;  ///< by size
  std::vector<Pages> slabs_;
  std::size_t slab_used_;
};

}  // namespace sparlab::runtime::fibers
