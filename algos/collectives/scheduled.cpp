#include <fmt/format.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "algos/collectives/collectives.hpp"
#include "model/base/contract.hpp"
#include "model/base/range.hpp"

namespace sparlab::algos {
namespace {

using model::SchedulePlan;
using Slot = SchedulePlan::Slot;

/// The sums that a rank holds.
class HeldSums {
 public:
  HeldSums(const SchedulePlan::Rank& plan, std::vector<Stream> input)
      : uses_(plan.uses), streams_(std::move(input)) {
    for (Slot part = 0; part < streams_.size(); ++part) drop_unless_used(part);
    streams_.resize(plan.held.size());
  }

  void put(Slot slot, Stream stream) {
    streams_[slot] = std::move(stream);
    drop_unless_used(slot);
  }

  /// The stream itself where it is needed for the last time.
  Stream take(Slot slot) {
    SPARLAB_EXPECTS(uses_[slot] > 0);
    return --uses_[slot] == 0 ? std::exchange(streams_[slot], Stream{}) : streams_[slot];
  }
  std::vector<Stream> take(const std::vector<Slot>& slots) {
    std::vector<Stream> streams;
    streams.reserve(slots.size());
    for (const Slot slot : slots) streams.push_back(take(slot));
    return streams;
  }

 private:
  void drop_unless_used(Slot slot) {
    if (uses_[slot] == 0) streams_[slot] = Stream{};
  }

  std::vector<std::uint32_t> uses_;
  std::vector<Stream> streams_;
};

/// One rank's side of a call.
class ScheduledCall {
 public:
  ScheduledCall(runtime::Comm& comm, const SchedulePlan& plan, const AllreduceOptions& options,
                const Stream& input)
      : comm_(comm),
        rank_(plan.of(static_cast<std::uint64_t>(comm.rank()))),
        options_(options),
        whole_(input.domain()),
        parts_(plan.schedule().parts),
        held_(rank_, parts_ == 1 ? std::vector{input}
                                 : split(comm, input, model::boundaries(whole_.range, parts_))) {}

  void add(const std::vector<SchedulePlan::Addition>& additions) {
    for (const SchedulePlan::Addition& addition : additions) {
      std::vector<Stream> terms = held_.take(addition.terms);
      held_.put(addition.sum, terms.size() == 2
                                  ? merge(comm_, std::move(terms[0]), std::move(terms[1]), options_)
                                  : merge_all(comm_, std::move(terms), options_));
    }
  }

  void exchange(const SchedulePlan::Step& step) {
    std::vector<runtime::Request> receives;
    for (const SchedulePlan::Transfer& transfer : step.receives)
      receives.push_back(comm_.irecv(static_cast<int>(transfer.peer)));
    std::vector<runtime::Request> sends;
    for (const SchedulePlan::Transfer& transfer : step.sends)
      sends.push_back(comm_.isend(static_cast<int>(transfer.peer),
                                  bundle(comm_, held_.take(transfer.sums), options_)));
    std::vector<runtime::Message> messages = wait_all(comm_, receives);
    for (std::size_t i = 0; i < messages.size(); ++i) unpack_sums(step.receives[i], messages[i]);
    wait_all(comm_, sends);
  }

  Stream result() {
    const std::vector<Stream> parts = held_.take(rank_.result);
    return concatenate(comm_, parts, options_.op);
  }

  const SchedulePlan::Rank& rank() const { return rank_; }

 private:
  void unpack_sums(const SchedulePlan::Transfer& transfer, const runtime::Message& message) {
    std::vector<Stream> streams = unbundle(comm_, whole_.type, message);
    if (streams.size() != transfer.sums.size())
      throw WireError(fmt::format("{} sums instead of {}", streams.size(), transfer.sums.size()));
    for (std::size_t i = 0; i < streams.size(); ++i) {
      const Slot slot = transfer.sums[i];
      require_range(streams[i].range(),
                    model::part_of(whole_.range, rank_.held[slot].part, parts_));
      held_.put(slot, std::move(streams[i]));
    }
  }

  runtime::Comm& comm_;
  const SchedulePlan::Rank& rank_;
  const AllreduceOptions& options_;
  Domain whole_;
  std::uint64_t parts_;
  HeldSums held_;
};

}  // namespace

Stream scheduled(runtime::Comm& comm, Stream stream, const AllreduceOptions& options,
                 const model::ScheduledParameters& parameters) {
  parameters.check({static_cast<std::uint64_t>(comm.size()), stream.range().size()});
  ScheduledCall call(comm, *parameters.file.plan, options, stream);
  stream = Stream{};
  for (const SchedulePlan::Step& step : call.rank().rounds) {
    if (!step.additions.empty()) {
      comm.enter_phase("reduce");
      call.add(step.additions);
    }
    comm.enter_phase("exchange");
    call.exchange(step);
  }
  comm.enter_phase("reduce");
  call.add(call.rank().last);
  return call.result();
}

}  // namespace sparlab::algos
