#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>

namespace sparlab::runtime::fibers {

/// The saved context of a suspended fiber, or of the thread that runs the fibers.
using Context = boost::context::detail::fcontext_t;

/// Many fibers on small stacks in one mapping. Only pages that a fiber has touched take memory. Not
/// thread-safe; fibers stay on the thread that created the object.
class Fibers {
 public:
  static constexpr int kHome = -1;  ///< the thread's own stack

  /// Runs on a new fiber; must end in `leave`.
  using Entry = void (*)(void* argument);

  /// `stack_bytes` of 0 chooses by `count`.
  /// Errors  CommError if there is not enough address space.
  Fibers(int count, std::size_t stack_bytes, Entry entry, void* argument);
  ~Fibers();
  Fibers(const Fibers&) = delete;
  Fibers& operator=(const Fibers&) = delete;

  /// A context that calls entry(argument) on the stack of `fiber` when first switched to. The
  /// previous fiber on that stack must have left.
  Context create(int fiber);

  /// Stores the current context in `from` and continues at `to`, which belongs to `target` (a fiber
  /// or kHome); returns when something switches back to `from`.
  void switch_to(Context& from, Context to, int target);

  /// Like switch_to, but the fiber is never resumed.
  [[noreturn]] void leave(Context to, int target);

 private:
  /// Data passed to the code that is switched to.
  struct Jump {
    Fibers* fibers;
    Context* from;  ///< where to store the context that was left; null after `leave`
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
  Jump last_jump_{this, nullptr};  ///< not on the stack of the leaving fiber
  void* exceptions_;  ///< the thread's exception state, which every fiber needs separately
  const void* home_bottom_ = nullptr;  ///< for AddressSanitizer
  std::size_t home_bytes_ = 0;
};

}  // namespace sparlab::runtime::fibers
