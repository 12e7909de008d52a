#include "runtime/fibers/coroutine.hpp"

#include <utility>

#include "model/base/contract.hpp"

namespace sparlab::runtime::fibers {
namespace {

// Third-party libraries run on this stack too. Pages that are never touched take no memory.
constexpr std::size_t kStackBytes = std::size_t{1} << 20;
constexpr int kOnly = 0;

}  // namespace

Coroutine::Coroutine() : fibers_(1, kStackBytes, &Coroutine::enter, this) {}

Coroutine::~Coroutine() { SPARLAB_EXPECTS(finished()); }

void Coroutine::begin(std::function<void()> body) {
  SPARLAB_EXPECTS(finished() && body);
  body_ = std::move(body);
  here_ = fibers_.create(kOnly);
}

void Coroutine::resume() {
  SPARLAB_EXPECTS(!finished());
  fibers_.switch_to(home_, here_, kOnly);
}

void Coroutine::suspend() { fibers_.switch_to(here_, home_, Fibers::kHome); }

void Coroutine::enter(void* self) {
  auto& coroutine = *static_cast<Coroutine*>(self);
  coroutine.body_();
  coroutine.body_ = nullptr;
  coroutine.fibers_.leave(coroutine.home_, Fibers::kHome);
}

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
