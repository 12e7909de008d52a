#pragma once

#include <cstdint>

namespace sparlab::runtime::loggp {

/// Bijective mixing of 64 bits. Source: Steele, Lea and Flood, OOPSLA'14 (SplitMix64).
constexpr std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// Uniform in (0, 1): draw `number` of a stream. It depends on the arguments alone.
constexpr double random_share(std::uint64_t seed, std::uint64_t stream, std::uint64_t number) {
  const std::uint64_t bits = mixed(mixed(mixed(seed) ^ stream) ^ number);
  return (static_cast<double>(bits >> 12) + 0.5) * 0x1p-52;
}

}  // namespace sparlab::runtime::loggp
