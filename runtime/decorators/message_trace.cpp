#include "runtime/decorators/message_trace.hpp"

#include <algorithm>

#include "model/base/contract.hpp"

namespace sparlab::runtime::decorators {

/// Messages of a pair with one tag meet the receives in the order in which both were posted.
MessageTrace::Place MessageTrace::sent_at(std::size_t rank, const TracedEvent& receive) const {
  const std::vector<Post>& posts = ranks_[rank].posts;
  std::size_t earlier = 0;
  for (std::size_t i = 0; i < receive.post; ++i)
    if (posts[i].from == receive.peer && posts[i].tag == receive.tag) ++earlier;
  const auto sender = static_cast<std::size_t>(receive.peer);
  const std::vector<TracedEvent>& events = ranks_[sender].events;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const TracedEvent& sent = events[i];
    if (sent.kind != TracedEvent::Kind::send || sent.tag != receive.tag ||
        static_cast<std::size_t>(sent.peer) != rank)
      continue;
    if (earlier-- == 0) return {sender, i};
  }
  SPARLAB_EXPECTS(false && "a message is received that was sent");
  return {};
}

void MessageTrace::begin_call(int rank, std::uint32_t call, double now_s) {
  Rank& self = of(rank);
  if (self.events.empty()) self.begin_s = now_s;
  self.call = call;
  enter(rank, "", now_s);
}

void MessageTrace::enter(int rank, std::string_view phase, double now_s) {
  const auto known = std::ranges::find(phases_, phase);
  of(rank).phase = static_cast<std::uint16_t>(known - phases_.begin());
  if (known == phases_.end()) phases_.emplace_back(phase);
  add(of(rank), {.from_s = now_s, .until_s = now_s});
}

void MessageTrace::send(int rank, int to, int tag, double bytes, double now_s) {
  add(of(rank), {.from_s = now_s,
                 .until_s = now_s,
                 .bytes = bytes,
                 .peer = to,
                 .tag = tag,
                 .kind = TracedEvent::Kind::send});
}

std::uint32_t MessageTrace::post(int rank, int from, int tag) {
  std::vector<Post>& posts = of(rank).posts;
  if (count_one()) posts.push_back({from, tag});
  return static_cast<std::uint32_t>(posts.size() - 1);
}

void MessageTrace::receive(int rank, std::uint32_t post, double bytes, double from_s,
                           double until_s) {
  if (!complete()) return;
  const Post& posted = of(rank).posts[post];
  add(of(rank), {.from_s = from_s,
                 .until_s = until_s,
                 .bytes = bytes,
                 .peer = posted.from,
                 .tag = posted.tag,
                 .post = post,
                 .kind = TracedEvent::Kind::receive});
}

void MessageTrace::add(Rank& rank, TracedEvent event) {
  if (!count_one()) return;
  event.call = rank.call;
  event.phase = rank.phase;
  rank.events.push_back(event);
}

/// False if the trace is, or becomes, incomplete.
bool MessageTrace::count_one() {
  if (!complete()) return false;
  if (++events_ <= most_events_) return true;
  for (Rank& one : ranks_) one = {};
  return false;
}

}  // namespace sparlab::runtime::decorators
