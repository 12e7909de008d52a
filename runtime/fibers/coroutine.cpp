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

}  // namespace sparlab::runtime::fibers
