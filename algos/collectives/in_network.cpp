#include "algos/collectives/in_network.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "algos/steps/subgroups.hpp"
#include "algos/streams/stream_operations.hpp"
#include "model/base/contract.hpp"
#include "runtime/inbox.hpp"
#include "runtime/switches.hpp"

namespace sparlab::algos {
namespace {

using runtime::Comm;
using runtime::Message;
using runtime::Request;
using runtime::Switches;

/// What all ranks and switches know of a call.
struct Call {
  Domain domain;
  AllreduceOptions options;
  model::InNetworkParameters parameters;

  std::uint64_t segments() const { return parameters.segments(domain.range.size()); }
  Range range(std::uint64_t segment) const { return parameters.segment_at(domain.range, segment); }

  /// The streams of a segment: one, unless a table was full.
  std::vector<Stream> streams_of(Comm& comm, const Message& message, std::uint64_t segment) const {
    std::vector<Stream> streams = unbundle(comm, domain.type, message);
    for (const Stream& stream : streams) require_range(stream.range(), range(segment));
    return streams;
  }

  /// Whether a table that holds `sum` has room for all entries of the next stream.
  bool fits(const Stream& sum, const Stream& next) const {
    return parameters.table == 0 ||
           sum.count() + next.count() <= static_cast<double>(parameters.table);
  }
};

/// A switch in one call. It adds a segment when all below have sent it, in their order, and passes
/// results down as they come.
class Switch {
 public:
  Switch(Comm& comm, Switches& tree, const Call& call)
      : comm_(comm), call_(call), parent_(tree.parent()), children_(tree.children()), inbox_(comm) {
    for (std::size_t i = 0; i < children_.size(); ++i) position_[children_[i]] = i;
    received_.resize(children_.size());
  }

  void run() {
    for (const int child : children_) inbox_.expect(child);
    if (!is_root()) inbox_.expect(parent_);
    while (!inbox_.is_empty()) {
      runtime::Mail mail = inbox_.take();
      if (mail.from == parent_)
        pass_down(mail.message);
      else
        take(position_.at(mail.from), std::move(mail.message));
    }
    for (Request& request : sends_) comm_.wait(request);
  }

 private:
  /// The messages of a segment that have come, by child.
  struct Slot {
    std::vector<Message> messages;
    std::size_t missing;
  };

  bool is_root() const { return parent_ == Switches::kNone; }

  void take(std::size_t child, Message message) {
    const auto slot = static_cast<std::size_t>(received_[child]++ - added_);
    SPARLAB_EXPECTS(slot < call_.parameters.window);  // the memory that it has
    while (slots_.size() <= slot)
      slots_.push_back({std::vector<Message>(children_.size()), children_.size()});
    slots_[slot].messages[child] = std::move(message);
    --slots_[slot].missing;
    if (received_[child] < call_.segments()) inbox_.expect(children_[child]);
    // Each child sends its segments in order, so the first slot is complete first.
    if (slots_.front().missing > 0) return;
    const Message sum = sum_of(slots_.front());
    slots_.pop_front();
    ++added_;
    if (is_root())
      pass_down(sum);
    else
      send(parent_, sum);
  }

  /// Does not wait for the message to arrive. Those of segments before the window have.
  void send(int to, const Message& message) {
    if (sends_.size() >= call_.parameters.window * (children_.size() + 1)) {
      comm_.wait(sends_.front());
      sends_.pop_front();
    }
    sends_.push_back(comm_.isend(to, message));
  }

  Message sum_of(const Slot& slot) {
    std::vector<Stream> sums;
    for (const Message& message : slot.messages)
      for (Stream& stream : call_.streams_of(comm_, message, added_)) {
        if (!sums.empty() && call_.fits(sums.back(), stream))
          sums.back() = merge(comm_, std::move(sums.back()), std::move(stream), call_.options);
        else
          sums.push_back(std::move(stream));
      }
    return bundle(comm_, sums, call_.options.formats);
  }

  void pass_down(const Message& result) {
    for (const int child : children_) send(child, result);
    if (!is_root() && ++passed_ < call_.segments()) inbox_.expect(parent_);
  }

  Comm& comm_;
  const Call& call_;
  int parent_;
  std::span<const int> children_;
  runtime::Inbox inbox_;
  std::map<int, std::size_t> position_;  ///< of children
  std::vector<std::uint64_t> received_;  ///< by child: segments
  std::deque<Slot> slots_;               ///< of the segments from added_ on
  std::deque<Request> sends_;
  std::uint64_t added_ = 0;
  std::uint64_t passed_ = 0;
};

/// The Comm of what takes no time: the network card reads segments where they lie in memory, and
/// puts results in their place.
class CardComm final : public SubgroupComm {
 public:
  explicit CardComm(Comm& comm) : SubgroupComm(comm) {}
  int rank() const override { return parent_.rank(); }
  int size() const override { return parent_.size(); }
  void charge(runtime::Work /*work*/) override {}

 private:
  int parent_rank(int member) const override { return member; }
};

/// Sends all segments up and receives their sums. A segment leaves when the result of the one
/// `window` before has come: no switch holds more.
std::vector<Stream> exchange_with(Comm& comm, int parent, const Call& call,
                                  const std::vector<Stream>& segments) {
  const std::uint64_t window = std::min<std::uint64_t>(call.parameters.window, segments.size());
  std::vector<Request> sends;
  std::deque<Request> receives;
  std::vector<Stream> sums;
  for (std::uint64_t i = 0; i < segments.size() + window; ++i) {
    if (i >= window) {
      const Message message = comm.wait(receives.front());
      receives.pop_front();
      comm.wait(sends[i - window]);
      sums.push_back(merge_all(comm, call.streams_of(comm, message, i - window), call.options));
    }
    if (i >= segments.size()) continue;
    receives.push_back(comm.irecv(parent));
    sends.push_back(comm.isend(parent, pack(comm, segments[i], call.options.formats)));
  }
  return sums;
}

}  // namespace

Stream in_network(Comm& comm, Stream stream, const AllreduceOptions& options,
                  const model::InNetworkParameters& parameters) {
  Switches* const switches = runtime::switches_of(comm);
  if (switches == nullptr)
    throw runtime::CommError(
        "in_network: no switches that compute; engine simgrid has them, and loggp with machine "
        "network");
  if (parameters.is_dense()) stream = densify(comm, std::move(stream), options.op);
  if (comm.size() == 1) return stream;
  const Call call{stream.domain(), options, parameters};
  switches->run_at_switches([call](Comm& at, Switches& tree) { Switch(at, tree, call).run(); });
  std::vector<std::uint64_t> boundaries;
  for (std::uint64_t i = 0; i < call.segments(); ++i) boundaries.push_back(call.range(i).lo);
  boundaries.push_back(call.domain.range.hi);
  comm.enter_phase("in_network");
  CardComm card(comm);
  const std::vector<Stream> sums =
      exchange_with(comm, switches->parent(), call, split(card, stream, boundaries));
  return concatenate(card, sums, options.op);
}

}  // namespace sparlab::algos
