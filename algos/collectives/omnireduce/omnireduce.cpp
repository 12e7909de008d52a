#include "algos/collectives/omnireduce/omnireduce.hpp"

#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "algos/collectives/omnireduce/aggregator.hpp"
#include "algos/collectives/omnireduce/packet.hpp"
#include "algos/collectives/omnireduce/worker.hpp"
#include "runtime/inbox.hpp"

namespace sparlab::algos {
namespace {

using namespace omnireduce_parts;
using model::BlockSlots;

/// One rank's part: a worker, and an aggregator for each slot that it serves. A packet of a slot
/// that this rank serves comes from a worker; any other packet comes from the slot's aggregator.
/// Packets to oneself are passed on locally, without a message.
class Protocol {
 public:
  Protocol(runtime::Comm& comm, const BlockSlots& slots, BlockTensor& tensor,
           const AllreduceOptions& options)
      : comm_(comm),
        slots_(slots),
        tensor_(tensor),
        options_(options),
        worker_(slots, tensor),
        inbox_(comm) {}

  void run() {
    expect_first_round();
    send_first_round();
    hand_over();
    while (!inbox_.is_empty()) {
      accept(inbox_.take());
      hand_over();
    }
    for (runtime::Request& send : sends_) comm_.wait(send);
  }

 private:
  struct Handed {
    std::uint64_t slot;
    bool is_sum;
    Packet packet;
  };

  int aggregator(std::uint64_t slot) const { return static_cast<int>(slots_.aggregator(slot)); }
  bool serves(std::uint64_t slot) const { return aggregator(slot) == comm_.rank(); }

  void expect_first_round() {
    for (std::uint64_t slot = 0; slot < slots_.slots(); ++slot) {
      if (!serves(slot)) {
        inbox_.expect(aggregator(slot));
        continue;
      }
      aggregators_.emplace_back(slots_, slot, comm_.size());
      expect_contributions(aggregators_.back());
    }
  }

  /// Each rank starts with a different aggregator, so that messages are spread evenly over the
  /// aggregators. All ranks fill the slots of an aggregator in the same order, so that the first
  /// slot is complete early.
  void send_first_round() {
    const std::uint64_t aggregators = slots_.aggregators();
    for (std::uint64_t first = 0; first < slots_.slots(); first += aggregators) {
      for (std::uint64_t i = 1; i <= aggregators; ++i) {
        const std::uint64_t slot =
            first + (static_cast<std::uint64_t>(comm_.rank()) + i) % aggregators;
        if (slot >= slots_.slots()) continue;
        worker_.first(comm_, slot, answer_);
        send_up(slot, answer_);
      }
    }
  }

  void expect_contributions(const Aggregator& aggregator) {
    for (int rank = 0; rank < comm_.size(); ++rank)
      if (rank != comm_.rank() && aggregator.expects(rank)) inbox_.expect(rank);
  }

  void send_up(std::uint64_t slot, Packet& packet) {
    if (serves(slot)) {
      handed_.push_back({slot, false, std::move(packet)});
      return;
    }
    sends_.push_back(
        comm_.isend(aggregator(slot), to_message(comm_, slots_, tensor_, packet, options_)));
  }

  // Not inlined, so that the stack of a rank that waits has no room for the message.
  [[gnu::noinline]] void accept(const runtime::Mail& mail) {
    read_packet(comm_, slots_, tensor_, mail.message, received_);
    const std::uint64_t slot = slot_of(slots_, received_);
    if (serves(slot))
      aggregate(slot, mail.from, received_);
    else if (aggregator(slot) == mail.from)
      receive_sums(slot, received_);
    else
      throw WireError("omnireduce: a sum that its aggregator did not send");
  }

  void aggregate(std::uint64_t slot, int from, Packet& packet) {
    Aggregator& aggregator = aggregators_[static_cast<std::size_t>(slot / slots_.aggregators())];
    if (!aggregator.take(comm_, from, packet, options_, sums_)) return;
    expect_contributions(aggregator);
    const runtime::Message message = to_message(comm_, slots_, tensor_, sums_, options_);
    for (int step = 1; step < comm_.size(); ++step)
      sends_.push_back(comm_.isend((comm_.rank() + step) % comm_.size(), message));
    handed_.push_back({slot, true, std::move(sums_)});
  }

  void receive_sums(std::uint64_t slot, const Packet& sums) {
    const bool done = worker_.answer(comm_, slot, sums, answer_);
    if (!done && !serves(slot)) inbox_.expect(aggregator(slot));
    if (!answer_.empty()) send_up(slot, answer_);
  }

  /// Delivers this rank's packets to itself, and the packets that these cause.
  void hand_over() {
    while (!handed_.empty()) {
      Handed next = std::move(handed_.front());
      handed_.pop_front();
      if (next.is_sum)
        receive_sums(next.slot, next.packet);
      else
        aggregate(next.slot, comm_.rank(), next.packet);
    }
  }

  runtime::Comm& comm_;
  const BlockSlots& slots_;
  const BlockTensor& tensor_;
  const AllreduceOptions& options_;
  Worker worker_;
  std::vector<Aggregator> aggregators_;  ///< in the order of the slots that it serves
  runtime::Inbox inbox_;
  std::vector<runtime::Request> sends_;
  std::deque<Handed> handed_;
  // The packets that are worked on; they keep their memory.
  Packet received_;
  Packet sums_;
  Packet answer_;
};

}  // namespace

Stream omnireduce(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                  const model::OmnireduceParameters& parameters) {
  const auto ranks = static_cast<std::uint64_t>(comm.size());
  parameters.check({ranks, stream.range().size()});  // long vectors need longer blocks than default
  const BlockSlots slots(stream.range(), ranks, parameters);
  comm.enter_phase("densify");
  BlockTensor tensor(comm, std::move(stream), parameters.block, options.op);
  comm.enter_phase("stream_blocks");
  // Not on the stack, which an engine may copy whenever this rank waits.
  if (comm.size() > 1) std::make_unique<Protocol>(comm, slots, tensor, options)->run();
  return std::move(tensor).finish();
}

}  // namespace sparlab::algos
