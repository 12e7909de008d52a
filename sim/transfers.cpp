#include "sim/transfers.hpp"

#include <algorithm>
#include <simgrid/s4u/Actor.hpp>
#include <simgrid/s4u/Engine.hpp>
#include <simgrid/s4u/Host.hpp>
#include <simgrid/s4u/Mailbox.hpp>
#include <simgrid/s4u/NetZone.hpp>
#include <simgrid/simix.hpp>
#include <string>
#include <utility>

#include "model/base/contract.hpp"
#include "sim/s4u_comm.hpp"
#include "sim/topology_zone.hpp"

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

using simgrid::s4u::Activity;

/// SimGrid calls it when the last byte has passed the links.
void on_arrival(simgrid::kernel::activity::CommImpl* /*comm*/, void* transfer, std::size_t) {
  S4uComm::left_links(*static_cast<Transfer*>(transfer));
}

}  // namespace

Transfers::~Transfers() {
  // After an error some are still under way; SimGrid complains on stderr about those not cancelled.
  for (Transfer& transfer : transfers_) {
    for (auto* end : {&transfer.ends.put, &transfer.ends.get}) {
      if (*end) (*end)->set_state(Activity::State::CANCELED);
    }
  }
}

void Transfers::set_actor(int rank, simgrid::s4u::ActorPtr actor) {
  auto* const network = actor->get_host()->get_englobing_zone()->get_impl();
  zone_ = static_cast<TopologyZone*>(network);  // build_platform makes no other
  auto* mailbox = simgrid::s4u::Mailbox::by_name("rank " + std::to_string(rank));
  mailbox->set_receiver(std::move(actor));
  mailboxes_[static_cast<std::size_t>(rank)] = mailbox;
}

Transfer& Transfers::create(int from, int to, int tag, Protocol protocol, runtime::Message message,
                            Ends ends, Operation& send) {
  if (free_.empty()) free_.push_back(&transfers_.emplace_back());
  Transfer& transfer = *free_.back();
  free_.pop_back();
  transfer = Transfer{};
  transfer.from = from;
  transfer.to = to;
  transfer.tag = tag;
  transfer.protocol = protocol;
  transfer.send = &send;
  transfer.comm = send.comm;
  // SimGrid copies one pointer from the sender to the receiver; on_arrival needs only the sender's.
  static void* unused = nullptr;
  auto* mailbox = mailboxes_[static_cast<std::size_t>(to)];
  transfer.ends = std::move(ends);
  transfer.ends.put->set_src_data(&transfer, sizeof(void*));
  transfer.ends.get->set_dst_data(&unused, sizeof(void*));
  for (auto* end : {&transfer.ends.put, &transfer.ends.get})
    (*end)->set_mailbox(mailbox)->set_copy_data_callback(on_arrival);
  // SimGrid omits the latency of a transfer without bytes.
  transfer.bytes = message.wire_bytes();
  transfer.ends.put->set_remaining(std::max(transfer.bytes, 1.0));
  transfer.message = std::move(message);
  return transfer;
}

double Transfers::begin(Transfer& transfer) {
  transfer.started_s = simgrid::s4u::Engine::get_clock();
  Load& own = load(transfer);
  ++own.messages;
  own.bytes += transfer.bytes;
  // The messages of a rank share its link equally.
  const double bytes = std::min(own.messages * transfer.bytes, own.bytes);
  return step_.begin(transfer.started_s, bytes * s_per_byte_);
}

void Transfers::start(Transfer& transfer, double waited_s) {
  // At once, so that no other message comes between the two ends.
  simgrid::kernel::actor::simcall_answered([&] {
    zone_->set_message({transfer.bytes, waited_s, transfer.pattern, transfer.tree_link});
    transfer.ends.put->vetoable_start();
    transfer.ends.get->vetoable_start();
  });
}

void Transfers::left_links(Transfer& transfer) {
  transfer.moving = false;
  --load(transfer).messages;
  load(transfer).bytes -= transfer.bytes;
  step_.end(simgrid::s4u::Engine::get_clock() - transfer.started_s);
}

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
