#pragma once

#include <algorithm>
#include <cstdint>

namespace sparlab::model {

/// A sequence of choice that a pair of hosts makes among equal cables: the same in both directions
/// and in every run. Each is a step of splitmix64.
class CableChoice {
 public:
  CableChoice(std::uint32_t host, std::uint32_t other, std::uint64_t salt = 0)
      : state_((std::uint64_t{std::min(host, other)} << 32 | std::max(host, other)) ^
               salt * 0xd1342543de82ef95) {}

  /// A number below `count`, which must be at least 1.
  std::uint32_t below(std::uint32_t count) {
    if (count == 1) return 0;
    return static_cast<std::uint32_t>((next() >> 32) * count >> 32);
  }

 private:
  std::uint64_t next() {
    std::uint64_t bits = state_ += 0x9e3779b97f4a7c15;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
    return bits ^ bits >> 31;
  }

  std::uint64_t state_;
};

}  // namespace sparlab::model
