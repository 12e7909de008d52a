#include "platforms/sections/transport_json.hpp"

#include <cmath>
#include <limits>
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

/// What was measured with the nearest number of ranks, by ratio, of all that `counts` accepts; null
/// if it accepts none.
template <class Measured, class Counts>
const Measured* measured_nearest(const std::vector<Measured>& all, std::uint64_t ranks,
                                 Counts counts) {
  const Measured* found = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const Measured& measured : all) {
    const double distance =
        std::abs(std::log2(static_cast<double>(measured.ranks) / static_cast<double>(ranks)));
    if (!counts(measured) || distance >= least) continue;
    found = &measured;
    least = distance;
  }
  return found;
}

}  // namespace

double Transport::start_s(std::uint64_t ranks) const {
  const MeasuredStart* const found =
      measured_nearest(starts, ranks, [](const MeasuredStart&) { return true; });
  return found == nullptr ? 0 : found->seconds;
}

model::Slowdowns Transport::slowdowns(std::uint64_t ranks) const {
  const auto nearest = [&](model::Pattern pattern) {
    const MeasuredPattern* const found = measured_nearest(
        patterns, ranks,
        [pattern](const MeasuredPattern& measured) { return measured.pattern == pattern; });
    return found == nullptr ? model::SlowdownCurve{} : found->curve;
  };
  return {nearest(model::Pattern::exchange), nearest(model::Pattern::ring),
          nearest(model::Pattern::all_to_all), nearest(model::Pattern::tree)};
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
  section.finish();
  return transport;
}

}  // namespace sparlab::platforms
