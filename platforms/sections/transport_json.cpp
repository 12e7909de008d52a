#include "platforms/sections/transport_json.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace sparlab::platforms {
namespace {

constexpr std::size_t kMostSegments = 16;
constexpr std::size_t kMostPatterns = 64;
constexpr std::size_t kMostPoints = 64;
constexpr std::size_t kMostStarts = 64;

std::vector<model::Segment> read_segments(base::StrictObject& transport) {
  std::vector<model::Segment> segments;
  for (base::StrictObject& element : transport.objects("segments", kMostSegments)) {
    const model::Segment segment{element.quantity("from", base::Dimension::size),
                                 element.quantity("alpha", base::Dimension::time),
                                 element.quantity("beta", base::Dimension::time_per_byte)};
    element.finish();
    if (segments.empty() && segment.from_bytes != 0) element.fail("from", "0 B: the first segment");
    if (!segments.empty() && segment.from_bytes <= segments.back().from_bytes)
      element.fail("from", "more than that of the segment before");
    segments.push_back(segment);
  }
  return segments;
}

MeasuredPattern read_pattern(base::StrictObject& element) {
  static const std::vector<std::string> kPatterns = {"exchange", "ring", "all_to_all", "tree"};
  MeasuredPattern measured;
  measured.pattern = static_cast<model::Pattern>(
      element.choice("pattern", kPatterns) + static_cast<std::size_t>(model::Pattern::exchange));
  measured.ranks = static_cast<std::uint64_t>(element.count("ranks"));
  for (base::StrictObject& point : element.objects("points", kMostPoints)) {
    const double bytes = point.number("bytes", 1, 1e18);
    if (!measured.curve.empty() && bytes <= measured.curve.back().bytes)
      point.fail("bytes", "more than that of the point before");
    // A pause can only make a message faster.
    const double most = measured.pattern == model::Pattern::tree ? 1 : model::kMostSlowdown;
    measured.curve.push_back({bytes, point.number("factor", model::kLeastSlowdown, most)});
    point.finish();
  }
  element.text("source");
  element.text("uncertainty");
  element.finish();
  return measured;
}

/// A number for all numbers of ranks, or a list of those that were measured.
std::vector<MeasuredStart> read_starts(base::StrictObject& transport) {
  if (!transport.has("start")) return {};
  if (!transport.is_array("start"))
    return {{1, transport.quantity("start", base::Dimension::time)}};
  std::vector<MeasuredStart> starts;
  for (base::StrictObject& element : transport.objects("start", kMostStarts)) {
    const auto ranks = static_cast<std::uint64_t>(element.count("ranks"));
    if (!starts.empty() && ranks <= starts.back().ranks)
      element.fail("ranks", "more than that of the element before");
    starts.push_back({ranks, element.quantity("time", base::Dimension::time)});
    element.finish();
  }
  return starts;
}

bool read_receiving(base::StrictObject& transport) {
  if (!transport.optional("receiving")) return false;
  base::StrictObject section = transport.object("receiving");
  const bool shared = section.choice("value", {"in_turn", "shared"}) == 1;
  section.text("source");
  section.text("uncertainty");
  section.finish();
  return shared;
}

/// What was measured with the numbers of ranks below and above; null if nothing was.
template <class Measured>
struct Neighbours {
  const Measured* below = nullptr;
  const Measured* above = nullptr;
  double share = 0;  ///< of the way from the one to the other

  double between(double of_below, double of_above) const {
    return of_below + share * (of_above - of_below);
  }
};

/// Of all that `counts` accepts. Beyond the ends, both are the nearest one.
template <class Measured, class Counts>
Neighbours<Measured> neighbours(const std::vector<Measured>& all, std::uint64_t ranks,
                                Counts counts) {
  Neighbours<Measured> found;
  for (const Measured& measured : all) {
    if (!counts(measured)) continue;
    const bool is_below = measured.ranks <= ranks;
    const bool is_above = measured.ranks >= ranks;
    if (is_below && (found.below == nullptr || measured.ranks > found.below->ranks))
      found.below = &measured;
    if (is_above && (found.above == nullptr || measured.ranks < found.above->ranks))
      found.above = &measured;
  }
  if (found.below == nullptr) found.below = found.above;
  if (found.above == nullptr) found.above = found.below;
  if (found.below != nullptr && found.below->ranks < found.above->ranks)
    found.share = static_cast<double>(ranks - found.below->ranks) /
                  static_cast<double>(found.above->ranks - found.below->ranks);
  return found;
}

/// With a point for each size of either curve.
model::SlowdownCurve curve_between(const Neighbours<MeasuredPattern>& measured) {
  if (measured.below == nullptr) return {};
  if (measured.share == 0) return measured.below->curve;
  std::set<double> sizes;
  for (const MeasuredPattern* pattern : {measured.below, measured.above})
    for (const model::SlowdownPoint& point : pattern->curve) sizes.insert(point.bytes);
  model::SlowdownCurve curve;
  for (const double bytes : sizes)
    curve.push_back({bytes, measured.between(model::slowdown_at(measured.below->curve, bytes),
                                             model::slowdown_at(measured.above->curve, bytes))});
  return curve;
}

}  // namespace

double Transport::start_s(std::uint64_t ranks) const {
  const auto measured = neighbours(starts, ranks, [](const MeasuredStart&) { return true; });
  return measured.below == nullptr
             ? 0
             : measured.between(measured.below->seconds, measured.above->seconds);
}

model::Slowdowns Transport::slowdowns(std::uint64_t ranks) const {
  const auto curve = [&](model::Pattern pattern) {
    return curve_between(neighbours(patterns, ranks, [pattern](const MeasuredPattern& measured) {
      return measured.pattern == pattern;
    }));
  };
  return {curve(model::Pattern::exchange), curve(model::Pattern::ring),
          curve(model::Pattern::all_to_all), curve(model::Pattern::tree)};
}

Transport read_transport(base::StrictObject& document, const std::string& name) {
  base::StrictObject section = document.object(name);
  Transport transport;
  transport.segments = read_segments(section);
  if (section.has("patterns")) {
    for (base::StrictObject& element : section.objects("patterns", kMostPatterns))
      transport.patterns.push_back(read_pattern(element));
  }
  transport.starts = read_starts(section);
  transport.receiving_shared = read_receiving(section);
  section.finish();
  return transport;
}

}  // namespace sparlab::platforms
