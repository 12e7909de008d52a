#include "runtime/decorators/critical_path.hpp"

#include <algorithm>

namespace sparlab::runtime::decorators {
namespace {

/// The first of the ranks that are the slowest up to rounding.
std::size_t slowest_rank(const std::vector<MessageTrace::Rank>& ranks) {
  constexpr double kEqual = 1 - 1e-9;
  const auto time_s = [](const MessageTrace::Rank& rank) { return rank.end_s - rank.begin_s; };
  const double longest_s = time_s(*std::ranges::max_element(ranks, {}, time_s));
  return static_cast<std::size_t>(
      std::ranges::find_if(
          ranks, [&](double s) { return s >= kEqual * longest_s; }, time_s) -
      ranks.begin());
}

}  // namespace

std::vector<PathPart> critical_path(const MessageTrace& trace, const ReceiveCost& receive_cost) {
  const std::vector<MessageTrace::Rank>& ranks = trace.ranks();
  std::size_t rank = slowest_rank(ranks);
  const double begin_s = ranks[rank].begin_s;
  double at_s = ranks[rank].end_s;
  std::vector<PathPart> back;  // from the end
  const auto go_back_to = [&](double time_s, std::uint32_t call, std::uint16_t phase) {
    time_s = std::max(time_s, begin_s);
    if (!(time_s < at_s)) return;
    back.push_back({call, trace.phase_name(phase), at_s - time_s});
    at_s = time_s;
  };
  const auto waited = [&](const TracedEvent& event) {
    if (event.kind != TracedEvent::Kind::receive) return false;
    constexpr double kRounding = 1e-12;
    const double own_s = receive_cost ? receive_cost(event.bytes) : 0;
    return event.until_s - event.from_s > own_s + kRounding * event.until_s;
  };
  for (std::size_t left = ranks[rank].events.size(); left > 0 && at_s > begin_s;) {
    const TracedEvent& event = ranks[rank].events[--left];
    go_back_to(event.until_s, event.call, event.phase);
    if (!waited(event)) continue;
    const MessageTrace::Place sent = trace.sent_at(rank, event);
    const TracedEvent& send = ranks[sent.rank].events[sent.event];
    go_back_to(send.from_s, send.call, send.phase);
    rank = sent.rank;
    left = sent.event;
  }
  go_back_to(begin_s, 0, 0);
  std::vector<PathPart> parts;
  for (auto part = back.rbegin(); part != back.rend(); ++part) {
    const auto known = std::ranges::find_if(parts, [&](const PathPart& one) {
      return one.call == part->call && one.phase == part->phase;
    });
    if (known == parts.end())
      parts.push_back(*part);
    else
      known->seconds += part->seconds;
  }
  return parts;
}

}  // namespace sparlab::runtime::decorators
