#include "runtime/loggp/background.hpp"

#include <cmath>
#include <limits>

#include "model/base/contract.hpp"
#include "runtime/loggp/random_share.hpp"

namespace sparlab::runtime::loggp {

BackgroundTraffic::BackgroundTraffic(const Background& background, double bytes_per_s)
    : background_(background),
      message_s_(background.bytes / bytes_per_s),
      interval_s_(message_s_ / background.load),
      states_(background.hosts.size()) {
  SPARLAB_EXPECTS(background.present() && background.load <= 1);
  SPARLAB_EXPECTS(background.bytes > 0 && std::isfinite(background.bytes));
  SPARLAB_EXPECTS(background.hosts.size() >= 2);
  if (background.pattern == Background::Pattern::incast)
    interval_s_ *= static_cast<double>(background.hosts.size() - 1);
}

/// Uniform in (0, 1).
double BackgroundTraffic::share(std::uint32_t sender) {
  return random_share(background_.seed, sender, states_[sender].drawn++);
}

double BackgroundTraffic::next_due_s(std::uint32_t sender) {
  if (background_.pattern == Background::Pattern::incast && sender == 0)
    return std::numeric_limits<double>::infinity();
  return -interval_s_ * std::log(share(sender));
}

std::uint32_t BackgroundTraffic::receiver(std::uint32_t sender) {
  const std::uint32_t count = senders();
  switch (background_.pattern) {
    case Background::Pattern::uniform: {
      const auto step = static_cast<std::uint32_t>(share(sender) * (count - 1));
      return (sender + 1 + step) % count;
    }
    case Background::Pattern::opposite:
      return (sender + count / 2) % count;
    case Background::Pattern::incast:
      return 0;
    case Background::Pattern::neighbour:
    case Background::Pattern::none:
      break;
  }
  return (sender + 1) % count;
}

bool BackgroundTraffic::may_send(std::uint32_t sender) {
  Sender& state = states_[sender];
  state.waits = state.on_their_way == kMostOnTheirWay;
  return !state.waits;
}

void BackgroundTraffic::sent(std::uint32_t sender) { ++states_[sender].on_their_way; }

bool BackgroundTraffic::passed(std::uint32_t sender) {
  Sender& state = states_[sender];
  ++passed_;
  --state.on_their_way;
  const bool waited = state.waits;
  state.waits = false;
  return waited;
}

}  // namespace sparlab::runtime::loggp
