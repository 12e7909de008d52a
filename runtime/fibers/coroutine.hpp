#pragma once

#include <cstddef>
#include <functional>

#include "runtime/fibers/fibers.hpp"

namespace sparlab::runtime::fibers {

/// Runs one function at a time on its own stack. The function may suspend and be resumed later. For
/// use by one thread.
class Coroutine {
 public:
  /// Errors  CommError if there is not enough address space for the stack.
  Coroutine();

  /// Contract: finished().
  ~Coroutine();
  Coroutine(const Coroutine&) = delete;
  Coroutine& operator=(const Coroutine&) = delete;

  /// Takes the next function, which must not throw; `resume` starts it. Contract: finished().
  void begin(std::function<void()> body);

  /// Runs the function until it suspends or returns. Contract: not finished, and not called by the
  /// function itself.
  void resume();

  /// Called by the function: returns at the next `resume`.
  void suspend();

  /// True before the first `begin`, and whenever the function has returned.
  bool finished() const { return !body_; }

 private:
  static void enter(void* self);

  std::function<void()> body_;
  Fibers fibers_;
  Context home_ = nullptr;
  Context here_ = nullptr;
};

}  // namespace sparlab::runtime::fibers
