#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "runtime/fibers/coroutine.hpp"

namespace sparlab::runtime::fibers {

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
