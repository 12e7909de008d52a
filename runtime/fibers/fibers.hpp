#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>

namespace sparlab::runtime::fibers {

/// Where a suspended fiber, or the thread that runs the fibers, goes on.
using Context = boost::context::detail::fcontext_t;

/// Many fibers on small stacks, all carved from one mapping: only pages that a fiber touched take
/// memory. Not thread-safe; fibers stay on the thread that made the object.
class Fibers {
 public:
  static constexpr int kHome = -1;  ///< the thread's own stack

  /// Runs on a new fiber; must end in `leave`.
  using Entry = void (*)(void* argument);

  /// `stack_bytes` of 0 chooses by `count`.
  /// Errors  CommError if the address space does not suffice.
  Fibers(int count, std::size_t stack_bytes, Entry entry, void* argument);
  ~Fibers();
  Fibers(const Fibers&) = delete;
  Fibers& operator=(const Fibers&) = delete;

  /// A context that calls entry(argument) on the stack of `fiber` when first switched to. What ran
  /// on that stack before must have left.
  Context create(int fiber);

  /// Stores the current context in `from` and goes on at `to`, which belongs to `target` (a fiber
  /// or kHome); returns when something switches back to `from`.
  void switch_to(Context& from, Context to, int target);

  /// As switch_to, for the last time: nobody may come back.
  [[noreturn]] void leave(Context to, int target);

  /// Gives the memory of a fiber that has left back to the system.
  void discard(int fiber);

 private:
  /// What the code that is switched to needs to know.
  struct Jump {
    Fibers* fibers;
    Context* from;  ///< where to keep the context that was left; null if it is gone
  };

  static void start(boost::context::detail::transfer_t transfer);
  void arrived(const Jump& jump, Context origin, void* fake_stack);
  void departing(void** fake_stack, int target);

  char* bottom(int fiber) const;

  Entry entry_;
  void* argument_;
  std::size_t stack_bytes_;
  std::size_t stride_bytes_;
  std::size_t slab_bytes_;
  char* slab_;
  Jump last_jump_{this, nullptr};  ///< not on the stack that is left for good
  void* exceptions_;  ///< the thread's exception state, which every fiber needs for itself
  const void* home_bottom_ = nullptr;  ///< for AddressSanitizer
  std::size_t home_bytes_ = 0;
};

}  // namespace sparlab::runtime::fibers
