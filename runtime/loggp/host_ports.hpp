#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "runtime/loggp/rank.hpp"

namespace sparlab::runtime::loggp {

/// The two network ports of a host with several ranks. Messages that pass a port at the same time
/// share it equally, as flows share a network card: were they served one after the other, the ranks
/// of a host would drift apart.
///
/// Each rank has one message in each port at most.
/// Cost    each operation O(ranks of the host)
class HostPorts {
 public:
  struct Passed {
    Direction direction;
    std::uint32_t message;
  };

  /// Alone, a message takes `work_s`. While the other port is busy, it takes longer: `exchange`
  /// times as long if messages of the same host pass that port, otherwise `ring` times as long.
  struct Message {
    std::uint32_t number;
    std::uint32_t peer_host;
    double work_s;
    double exchange;
    double ring;
  };

  void begin(Direction direction, const Message& message, double now_s) {
    advance(now_s);
    flows(direction).push_back({message, message.work_s, 0});
    predict();
  }

  /// Removes one message that has passed by now.
  std::optional<Passed> take_passed(double now_s) {
    for (const Direction direction : {Direction::send, Direction::receive}) {
      std::vector<Flow>& passing = flows(direction);
      const auto done = std::find_if(passing.begin(), passing.end(),
                                     [=](const Flow& flow) { return flow.end_s <= now_s; });
      if (done == passing.end()) continue;
      const Passed passed{direction, done->message.number};
      advance(now_s);
      passing.erase(done);
      predict();
      return passed;
    }
    return std::nullopt;
  }

  /// When the next message will have passed, if no other begins before; infinite if there is none.
  double next_s() const {
    double next_s = std::numeric_limits<double>::infinity();
    for (const auto& passing : flows_)
      for (const Flow& flow : passing) next_s = std::min(next_s, flow.end_s);
    return next_s;
  }

 private:
  struct Flow {
    Message message;
    double left_s;  ///< work that is left, at the full rate
    double end_s;   ///< if nothing changes
  };

  std::vector<Flow>& flows(Direction direction) { return flows_[index_of(direction)]; }

  /// Seconds that a flow takes for a second of its work.
  double stretch(std::size_t direction, const Flow& flow) const {
    const auto sharing = static_cast<double>(flows_[direction].size());
    const std::vector<Flow>& opposite = flows_[1 - direction];
    if (opposite.empty()) return sharing;
    const bool exchanges = std::any_of(opposite.begin(), opposite.end(), [&](const Flow& other) {
      return other.message.peer_host == flow.message.peer_host;
    });
    return sharing * (exchanges ? flow.message.exchange : flow.message.ring);
  }

  void advance(double now_s) {
    for (std::size_t direction = 0; direction < 2; ++direction) {
      for (Flow& flow : flows_[direction]) {
        // Messages that end together have exactly no work left.
        flow.left_s =
            flow.end_s <= now_s
                ? 0
                : std::max(0.0, flow.left_s - (now_s - advanced_to_s_) / stretch(direction, flow));
      }
    }
    advanced_to_s_ = now_s;
  }

  void predict() {
    for (std::size_t direction = 0; direction < 2; ++direction)
      for (Flow& flow : flows_[direction])
        flow.end_s = advanced_to_s_ + flow.left_s * stretch(direction, flow);
  }

  std::array<std::vector<Flow>, 2> flows_;  ///< by direction
  double advanced_to_s_ = 0;
};

}  // namespace sparlab::runtime::loggp
