#include "runtime/loggp/background.hpp"

#include <cmath>
#include <limits>

#include "model/base/contract.hpp"

namespace sparlab::runtime::loggp {
namespace {

/// Bijective mixing of 64 bits. Source: Steele, Lea and Flood, OOPSLA'14 (SplitMix64).
constexpr std::uint64_t mixed_bits(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace

std::string_view name_of(Background::Pattern pattern) {
  switch (pattern) {
    case Background::Pattern::none:
      break;
    case Background::Pattern::uniform:
      return "uniform";
    case Background::Pattern::neighbour:
      return "neighbour";
    case Background::Pattern::opposite:
      return "opposite";
    case Background::Pattern::incast:
      return "incast";
  }
  return "none";
}

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

/// Uniform in (0, 1); depends on seed, sender and the number of draws alone.
double BackgroundTraffic::share(std::uint32_t sender) {
  const std::uint64_t number = states_[sender].drawn++;
  const std::uint64_t bits = mixed_bits(mixed_bits(mixed_bits(background_.seed) ^ sender) ^ number);
  return (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52;
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
