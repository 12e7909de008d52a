#include "model/base/transport.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace sparlab::model {

const Segment* segment_at(std::span<const Segment> segments, double bytes) {
  const Segment* found = nullptr;
  for (const Segment& segment : segments) {
    if (bytes < segment.from_bytes) break;
    found = &segment;
  }
  return found;
}

double slowdown_at(const SlowdownCurve& curve, double bytes) {
  if (curve.empty()) return 1;
  const auto above = std::ranges::upper_bound(curve, bytes, {}, &SlowdownPoint::bytes);
  if (above == curve.begin()) return curve.front().factor;
  if (above == curve.end()) return curve.back().factor;
  const SlowdownPoint& below = *std::prev(above);
  const double share = std::log2(bytes / below.bytes) / std::log2(above->bytes / below.bytes);
  return below.factor + share * (above->factor - below.factor);
}

const SlowdownCurve& Slowdowns::of(Pattern pattern) const {
  static const SlowdownCurve kNone;
  switch (pattern) {
    case Pattern::one_way:
      return kNone;
    case Pattern::exchange:
      return exchange;
    case Pattern::ring:
      return ring.empty() ? exchange : ring;
    case Pattern::all_to_all:
      return all_to_all.empty() ? exchange : all_to_all;
    case Pattern::tree:
      return tree;
  }
  return kNone;
}

}  // namespace sparlab::model
