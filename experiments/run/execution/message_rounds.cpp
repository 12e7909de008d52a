#include "experiments/run/execution/message_rounds.hpp"

#include <algorithm>

#include "experiments/run/execution/phase_times.hpp"
#include "model/base/contract.hpp"

namespace sparlab::experiments::run {

using runtime::decorators::MessageTrace;
using runtime::decorators::TracedEvent;

std::vector<RoundMessage> messages_of_call(const MessageTrace& trace, std::uint32_t call) {
  SPARLAB_EXPECTS(trace.complete());
  const std::vector<MessageTrace::Rank>& ranks = trace.ranks();
  std::vector<std::vector<std::size_t>> round_of_event(ranks.size());
  for (std::size_t rank = 0; rank < ranks.size(); ++rank)
    round_of_event[rank].resize(ranks[rank].events.size());
  std::vector<std::size_t> next(ranks.size());
  std::vector<std::size_t> latest(ranks.size());  // round that each rank has received
  std::vector<RoundMessage> messages;
  // Each rank goes on until it receives what has not been sent yet.
  const auto go_on = [&](std::size_t rank) {
    const std::size_t first = next[rank];
    for (; next[rank] < ranks[rank].events.size(); ++next[rank]) {
      const TracedEvent& event = ranks[rank].events[next[rank]];
      if (event.kind == TracedEvent::Kind::receive) {
        const MessageTrace::Place sent = trace.sent_at(rank, event);
        if (sent.event >= next[sent.rank]) break;
        latest[rank] = std::max(latest[rank], round_of_event[sent.rank][sent.event]);
      } else if (event.kind == TracedEvent::Kind::send && event.call == call) {
        const std::size_t round = latest[rank] + 1;
        round_of_event[rank][next[rank]] = round;
        const std::string& phase = trace.phase_name(event.phase);
        messages.push_back({round, rank, static_cast<std::size_t>(event.peer), event.bytes,
                            phase.empty() ? kStartPhase : phase});
      }
    }
    return next[rank] != first;
  };
  for (bool any = true; any;) {
    any = false;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) any = go_on(rank) || any;
  }
  std::ranges::stable_sort(messages, [](const RoundMessage& a, const RoundMessage& b) {
    return a.round != b.round ? a.round < b.round : a.from < b.from;
  });
  return messages;
}

}  // namespace sparlab::experiments::run
