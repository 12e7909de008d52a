#include "runtime/fibers/progress.hpp"

#include <utility>

#include "model/base/contract.hpp"

namespace sparlab::runtime::fibers {

Progress& Progress::of_this_thread() {
  static thread_local Progress progress;
  return progress;
}

std::unique_ptr<Coroutine> Progress::take() {
  if (unused_.empty()) return std::make_unique<Coroutine>();
  std::unique_ptr<Coroutine> coroutine = std::move(unused_.back());
  unused_.pop_back();
  return coroutine;
}

void Progress::give_back(std::unique_ptr<Coroutine> coroutine) {
  SPARLAB_EXPECTS(coroutine->finished());
  unused_.push_back(std::move(coroutine));
}

void Progress::start(Coroutine& coroutine, std::function<void()> body) {
  SPARLAB_EXPECTS(!inside_);
  coroutine.begin(std::move(body));
  resume(coroutine);
  if (!coroutine.finished()) active_.push_back(&coroutine);
}

void Progress::advance() {
  if (inside_ || active_.empty()) return;
  for (Coroutine* coroutine : active_) resume(*coroutine);
  std::erase_if(active_, [](const Coroutine* coroutine) { return coroutine->finished(); });
}

void Progress::resume(Coroutine& coroutine) {
  inside_ = true;
  coroutine.resume();
  inside_ = false;
}

}  // namespace sparlab::runtime::fibers
