#pragma once

#include <cmath>

#include "model/costs/published.hpp"

/// Terms that published formulas share.
namespace sparlab::model {

inline double log2p(const Symbols& s) { return std::log2(s.ranks); }
inline double rounds(const Symbols& s) { return std::ceil(log2p(s)); }
inline double share(const Symbols& s) { return (s.ranks - 1) / s.ranks; }
inline bool is_power_of_two(const Symbols& s) { return rounds(s) == log2p(s); }

/// Adds two messages of whole vectors if P is not a power of two.
inline CostInterval folded(const Symbols& s, CostInterval interval, double low_bytes,
                           double high_bytes) {
  if (is_power_of_two(s)) return interval;
  return {interval.messages + 2, interval.low_bytes + low_bytes, interval.high_bytes + high_bytes};
}

/// The symbols with P replaced by the power of two that remains after a fold.
inline Symbols survivors(Symbols s) {
  s.ranks = std::exp2(std::floor(log2p(s)));
  return s;
}

}  // namespace sparlab::model
