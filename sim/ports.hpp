#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "model/base/transport.hpp"
#include "sim/platform.hpp"

namespace sparlab::sim {

/// When a message arrives that is alone on its links.
struct Delivery {
  std::uint64_t number = 0;  ///< 0: when its bytes have passed the links
  int from = 0;
  int to = 0;
  double started_s = 0;
  double after_pause_s = 0;  ///< if its ports do nothing else meanwhile
  double in_exchange_s = 0;  ///< if they pass messages of the other direction
  // Than in a stream:
  bool faster_after_pause = false;
  bool faster_in_exchange = false;

  bool planned() const { return number != 0; }
};

/// The network ports of ranks where the time of a message depends on what its ports did before: by
/// the curves `tree`, `exchange` and `all_to_all`, a message may arrive before its bytes have
/// passed the links (after a pause, a token bucket is full), or after them (ranks of small messages
/// wait for a processor). A port is ahead of its rate by at most the time that a pause saves. As in
/// `loggp`, it serves one message after the other.
///
/// Cost  O(log of the points of a curve and of the messages of a port on their way) for each
/// message
class Ports {
 public:
  Ports(const Platform& platform, int ranks)
      : stream_(platform.stream), slowdowns_(platform.slowdowns) {
    if (stream_.empty() || platform.placement.shares_ports()) return;
    if (slowdowns_ == model::Slowdowns{}) return;
    for (auto& ports : ports_) ports.resize(static_cast<std::size_t>(ranks));
    for (const model::SlowdownPoint& point : slowdowns_.tree)
      most_early_s_ = std::max(most_early_s_, (1 - point.factor) * stream_s(point.bytes));
  }

  bool present() const { return !ports_[0].empty(); }

  /// A message begins to move; both overheads together take `overheads_s`. It shares its ports in
  /// this pattern.
  Delivery begin(int from, int to, double bytes, model::Pattern pattern, double now_s,
                 double overheads_s) {
    const double alone_s = stream_s(bytes);
    const double paused = std::min(1.0, model::slowdown_at(slowdowns_.tree, bytes));
    const double shared = model::slowdown_at(slowdowns_.of(pattern), bytes);
    const double most_early_s = std::max(most_early_s_, (1 - paused) * alone_s);
    Delivery delivery{.number = ++begun_,
                      .from = from,
                      .to = to,
                      .started_s = now_s,
                      .faster_after_pause = paused < 1,
                      .faster_in_exchange = shared < 1};
    for (Port* port : {&sending(from), &receiving(to)}) {
      const double begin_s = std::max(now_s, port->passed_s);
      port->free_s = std::max(begin_s, port->free_s) + alone_s;
      const auto passed_s = [&](double factor) {
        const double ahead_s = factor < 1 ? most_early_s : (1 - factor) * alone_s;
        return std::max(begin_s + factor * alone_s, port->free_s - ahead_s);
      };
      port->passed_s = passed_s(paused);
      port->on_way.insert(delivery.number);
      delivery.after_pause_s = std::max(delivery.after_pause_s, port->passed_s - overheads_s);
      delivery.in_exchange_s = std::max(delivery.in_exchange_s, passed_s(shared) - overheads_s);
    }
    delivery.after_pause_s = std::max(delivery.after_pause_s, now_s);
    delivery.in_exchange_s = std::max(delivery.in_exchange_s, now_s);
    return delivery;
  }

  void end(const Delivery& delivery, double now_s) {
    for (Port* port : {&sending(delivery.from), &receiving(delivery.to)}) {
      port->on_way.erase(delivery.number);
      port->last_s = now_s;
      port->passed_s = std::max(port->passed_s, now_s);
      port->free_s = std::max(port->free_s, now_s);
    }
  }

  /// Whether all earlier messages of both ports have arrived. Those that share links arrive
  /// together; if some overtook the others, these would wait for all that follow.
  bool is_first(const Delivery& delivery) {
    return *sending(delivery.from).on_way.begin() == delivery.number &&
           *receiving(delivery.to).on_way.begin() == delivery.number;
  }
  /// Whether a message of the other direction is on its way.
  bool meets_other(const Delivery& delivery) {
    return !receiving(delivery.from).on_way.empty() || !sending(delivery.to).on_way.empty();
  }
  /// The same, or was while this one was on its way.
  bool met_other(const Delivery& delivery) {
    return meets_other(delivery) || receiving(delivery.from).last_s > delivery.started_s ||
           sending(delivery.to).last_s > delivery.started_s;
  }

 private:
  struct Port {
    double passed_s = 0;             ///< when the last message has passed
    double free_s = 0;               ///< when it would have, at the rate of a stream
    double last_s = 0;               ///< when a message arrived last
    std::set<std::uint64_t> on_way;  ///< numbers of its messages
  };

  double stream_s(double bytes) const {
    const model::Segment* const segment = model::segment_at(stream_, bytes);
    return segment == nullptr ? 0 : segment->alpha_s + segment->beta_s_per_byte * bytes;
  }
  Port& sending(int rank) { return ports_[0][static_cast<std::size_t>(rank)]; }
  Port& receiving(int rank) { return ports_[1][static_cast<std::size_t>(rank)]; }

  std::vector<model::Segment> stream_;
  model::Slowdowns slowdowns_;
  double most_early_s_ = 0;
  std::uint64_t begun_ = 0;
  std::array<std::vector<Port>, 2> ports_;  ///< by direction and rank
};

}  // namespace sparlab::sim
