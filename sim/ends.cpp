#include "sim/ends.hpp"

#include <simgrid/s4u/Actor.hpp>
#include <simgrid/s4u/Mailbox.hpp>
#include <utility>

#include "model/base/contract.hpp"

namespace sparlab::sim {
namespace {

namespace s4u = simgrid::s4u;

/// Most ranks need no other actor. SimGrid keeps these until the rank ends, 1 kB each.
constexpr std::size_t kOwn = 32;
/// An actor takes the memory of several messages, for its stack.
constexpr std::size_t kOfBatch = 128;

/// Belong to the actor that calls this.
Ends make(s4u::Mailbox& any) { return {any.put_init(), any.get_init()}; }

}  // namespace

RankEnds::RankEnds() : any_(s4u::Mailbox::by_name("any")) {}

bool RankEnds::available() const {
  return own_ < kOwn || (batch_ != nullptr && !batch_->prepared.empty());
}

void RankEnds::prepare(std::function<void()> prepared) {
  batch_ = std::make_shared<Batch>();
  batch_->over = s4u::Semaphore::create(0);
  s4u::Actor::create("ends", s4u::this_actor::get_host(),
                     [any = any_, batch = batch_, prepared = std::move(prepared)] {
                       for (std::size_t i = 0; i < kOfBatch; ++i) {
                         batch->prepared.push_back(make(*any));
                         batch->prepared.back().batch = batch.get();
                       }
                       batch->not_over = kOfBatch;
                       prepared();
                       batch->over->acquire();
                     });
}

Ends RankEnds::take() {
  SPARLAB_EXPECTS(available());
  if (own_ < kOwn) {
    ++own_;
    return make(*any_);
  }
  Ends ends = std::move(batch_->prepared.back());
  batch_->prepared.pop_back();
  return ends;
}

void RankEnds::finish() {
  if (batch_ == nullptr || batch_->prepared.empty()) return;
  SPARLAB_EXPECTS(batch_->not_over == batch_->prepared.size());
  batch_->prepared.clear();
  batch_->over->release();
}

void release(Ends& ends) {
  for (auto* end : {&ends.put, &ends.get}) {
    (*end)->set_state(s4u::Activity::State::FINISHED);
    end->reset();
  }
  Batch* const batch = std::exchange(ends.batch, nullptr);
  if (batch != nullptr && --batch->not_over == 0) batch->over->release();
}

}  // namespace sparlab::sim
