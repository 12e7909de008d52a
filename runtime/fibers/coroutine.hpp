#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

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

/// The functions that this thread has started and that have not finished. Any wait advances all of
/// them, so functions make progress in any order of waits. Finished coroutines are reused.
class Progress {
 public:
  static Progress& of_this_thread();

  /// A coroutine for one function; it stays with the caller until `give_back`.
  std::unique_ptr<Coroutine> take();
  void give_back(std::unique_ptr<Coroutine> coroutine);

  /// Runs `body`, which must not throw, until it first suspends; `advance` continues it. The
  /// coroutine must live until it has finished. Contract: not inside one of the functions.
  void start(Coroutine& coroutine, std::function<void()> body);

  /// Lets every started function run until it suspends again, in the order in which they were
  /// started. Does nothing inside one of them.
  void advance();

  /// True while one of the functions runs.
  bool inside() const { return inside_; }

 private:
  void resume(Coroutine& coroutine);

  std::vector<Coroutine*> active_;
  std::vector<std::unique_ptr<Coroutine>> unused_;
  bool inside_ = false;
};

}  // namespace sparlab::runtime::fibers
