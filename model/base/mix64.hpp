#pragma once

#include <cstdint>

namespace sparlab::model {

/// A bijection of the 64-bit integers that destroys patterns of its argument: consecutive numbers
/// become unrelated. Source: Steele, Lea and Flood, OOPSLA'14 (SplitMix64).
constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

}  // namespace sparlab::model
