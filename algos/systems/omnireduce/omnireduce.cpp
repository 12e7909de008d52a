#include "algos/systems/omnireduce/omnireduce.hpp"

#include <deque>
#include <map>
#include <vector>

#include "algos/interface/instantiate.hpp"
#include "algos/systems/omnireduce/aggregator.hpp"
#include "algos/systems/omnireduce/packet.hpp"
#include "algos/systems/omnireduce/worker.hpp"
#include "runtime/inbox.hpp"

namespace sparlab::algos {
namespace {

using namespace omnireduce_parts;
using model::BlockSlots;

/// One rank's part: a worker, and an aggregator for each slot that it serves. A packet of a slot
/// that this rank serves comes from a worker; any other packet comes from the slot's aggregator.
/// Packets to oneself are passed on locally, without a message.
template <class Stream>
class Protocol {
 public:
  Protocol(runtime::Comm& comm, const BlockSlots& slots, BlockTensor<Stream>& tensor,
           const AllreduceOptions<Stream>& options)
      : comm_(comm), slots_(slots), options_(options), worker_(slots, tensor), inbox_(comm) {}

  void run() {
    expect_first_round();
    send_first_round();
    hand_over();
    while (!inbox_.is_empty()) {
      auto [from, message] = inbox_.take();
      Packet<Stream> packet = to_packet<Stream>(comm_, slots_, message);
      const std::uint64_t slot = slot_of(slots_, packet);
      if (serves(slot)) {
        aggregate(slot, from, std::move(packet));
      } else if (aggregator(slot) == from) {
        receive_sums(slot, packet);
      } else {
        throw WireError("omnireduce: a sum that its aggregator did not send");
      }
      hand_over();
    }
    for (runtime::Request& send : sends_) comm_.wait(send);
  }

 private:
  struct Handed {
    std::uint64_t slot;
    bool is_sum;
    Packet<Stream> packet;
  };

  int aggregator(std::uint64_t slot) const { return static_cast<int>(slots_.aggregator(slot)); }
  bool serves(std::uint64_t slot) const { return aggregator(slot) == comm_.rank(); }

  void expect_first_round() {
    for (std::uint64_t slot = 0; slot < slots_.slots(); ++slot) {
      if (!serves(slot)) {
        inbox_.expect(aggregator(slot));
        continue;
      }
      const auto made =
          aggregators_.emplace(slot, Aggregator<Stream>(slots_, slot, comm_.size())).first;
      expect_contributions(made->second);
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
        if (slot < slots_.slots()) send_up(slot, worker_.first(comm_, slot));
      }
    }
  }

  void expect_contributions(const Aggregator<Stream>& aggregator) {
    for (int rank = 0; rank < comm_.size(); ++rank) {
      if (rank != comm_.rank() && aggregator.expects(rank)) inbox_.expect(rank);
    }
  }

  void send_up(std::uint64_t slot, Packet<Stream> packet) {
    if (serves(slot)) {
      handed_.push_back({slot, false, std::move(packet)});
      return;
    }
    sends_.push_back(comm_.isend(aggregator(slot), to_message(comm_, slots_, packet, options_)));
  }

  void aggregate(std::uint64_t slot, int from, Packet<Stream> packet) {
    Aggregator<Stream>& aggregator = aggregators_.at(slot);
    auto sums = aggregator.take(comm_, from, std::move(packet), options_);
    if (!sums) return;
    expect_contributions(aggregator);
    const runtime::Message message = to_message(comm_, slots_, *sums, options_);
    for (int step = 1; step < comm_.size(); ++step) {
      sends_.push_back(comm_.isend((comm_.rank() + step) % comm_.size(), message));
    }
    handed_.push_back({slot, true, std::move(*sums)});
  }

  void receive_sums(std::uint64_t slot, const Packet<Stream>& sums) {
    Packet<Stream> answer = worker_.answer(comm_, slot, sums);
    if (!worker_.is_done(slot) && !serves(slot)) inbox_.expect(aggregator(slot));
    if (!answer.empty()) send_up(slot, std::move(answer));
  }

  /// Delivers this rank's packets to itself, and the packets that these cause.
  void hand_over() {
    while (!handed_.empty()) {
      Handed next = std::move(handed_.front());
      handed_.pop_front();
      if (next.is_sum) {
        receive_sums(next.slot, next.packet);
      } else {
        aggregate(next.slot, comm_.rank(), std::move(next.packet));
      }
    }
  }

  runtime::Comm& comm_;
  const BlockSlots& slots_;
  const AllreduceOptions<Stream>& options_;
  Worker<Stream> worker_;
  std::map<std::uint64_t, Aggregator<Stream>> aggregators_;  ///< by slot
  runtime::Inbox inbox_;
  std::vector<runtime::Request> sends_;
  std::deque<Handed> handed_;
};

}  // namespace

template <class Stream>
Stream omnireduce(runtime::Comm& comm, Stream stream, const AllreduceOptions<Stream>& options,
                  const model::OmnireduceParameters& parameters) {
  const BlockSlots slots(stream.range(), static_cast<std::uint64_t>(comm.size()), parameters);
  comm.enter_phase("densify");
  BlockTensor<Stream> tensor(comm, std::move(stream), parameters.block, options.op);
  comm.enter_phase("stream_blocks");
  if (comm.size() > 1) Protocol<Stream>(comm, slots, tensor, options).run();
  return std::move(tensor).finish();
}

SPARLAB_INSTANTIATE_PARAMETERISED(omnireduce, model::OmnireduceParameters)

}  // namespace sparlab::algos
