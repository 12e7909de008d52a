#include "sim/ends.hpp"

#include <algorithm>
#include <simgrid/s4u/Actor.hpp>
#include <simgrid/s4u/Mailbox.hpp>
#include <utility>

#include "model/base/contract.hpp"

namespace sparlab::sim {
namespace {

namespace s4u = simgrid::s4u;

/// Most ranks need no other actor. SimGrid keeps these until the rank ends, 1 kB each.
constexpr std::size_t kOwn = 32;
/// A batch is as large as the number of messages that its rank has on their way, within these: its
/// communications are kept until the last one is over, and its actor takes memory for a stack.
constexpr std::size_t kLeastOfBatch = 16;
constexpr std::size_t kMostOfBatch = 512;

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
  batch_->not_over = std::clamp(under_way_, kLeastOfBatch, kMostOfBatch);
  s4u::Actor::create("ends", s4u::this_actor::get_host(),
                     [any = any_, batch = batch_, prepared = std::move(prepared)] {
                       while (batch->prepared.size() < batch->not_over) {
                         batch->prepared.push_back(make(*any));
                         batch->prepared.back().batch = batch.get();
                       }
                       prepared();
                       batch->over->acquire();
                     });
}

Ends RankEnds::take() {
  SPARLAB_EXPECTS(available());
  ++under_way_;
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

void RankEnds::release(Ends& ends) {
  --under_way_;
  for (auto* end : {&ends.put, &ends.get}) {
    (*end)->set_state(s4u::Activity::State::FINISHED);
    end->reset();
  }
  Batch* const batch = std::exchange(ends.batch, nullptr);
  if (batch != nullptr && --batch->not_over == 0) batch->over->release();
}

}  // namespace sparlab::sim
