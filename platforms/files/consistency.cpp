#include "platforms/files/consistency.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/text/text_table.hpp"
#include "platforms/topology/topology_facts.hpp"

namespace sparlab::platforms {
namespace {

constexpr double kTolerance = 0.01;
/// Longer messages may be faster where a library changes its protocol, but not by much.
constexpr double kMostDrop = 0.1;

bool differ(double a, double b) { return std::abs(a - b) > kTolerance * std::max(a, b); }

class Relations {
 public:
  /// Both are times.
  void require_equal(const std::string& name, double value_s, const std::string& formula,
                     double wanted_s) {
    if (differ(value_s, wanted_s))
      found_.push_back(fmt::format("{} is {}, but {} is {}", name, base::seconds_text(value_s),
                                   formula, base::seconds_text(wanted_s)));
  }
  void add(std::string text) { found_.push_back(std::move(text)); }
  std::vector<std::string> found() && { return std::move(found_); }

 private:
  std::vector<std::string> found_;
};

/// The route between the nearest hosts, whose links the numbers must fit; nullopt without links.
std::optional<NearestRoute> nearest_of(const PlatformFile& platform) {
  if (!platform.topology()) return std::nullopt;
  return nearest_route(*platform.topology());
}

/// "2 latency" where hosts meet at a switch.
std::string name_of_route(const PlatformFile& platform) {
  if (!platform.topology()) return "L";
  const double host_links_s = 2 * model::host_links(*platform.topology()).latency_s;
  return nearest_route(*platform.topology()).latency_s == host_links_s
             ? "2 latency"
             : "the latency of the shortest route";
}

void compare_segments(const PlatformFile& platform, Relations& relations) {
  const std::vector<model::Segment>& segments = platform.transport.segments;
  const std::optional<NearestRoute> nearest = nearest_of(platform);
  const double route_s = nearest ? nearest->latency_s : platform.separate.latency_s;
  const std::string route = name_of_route(platform);
  relations.require_equal("alpha", segments.front().alpha_s, route + " + 2 o",
                          route_s + 2 * platform.separate.overhead_s);
  if (nearest) {
    relations.require_equal("L", platform.separate.latency_s, route, route_s);
    // What `transport` has beyond the links is overhead.
    if (!platform.has_transport)
      relations.require_equal("beta of the largest messages, per byte",
                              segments.back().beta_s_per_byte, "1 / bandwidth",
                              1 / nearest->bytes_per_s);
  }
  relations.require_equal("G", platform.separate.gap_s_per_byte, "beta of the largest messages",
                          segments.back().beta_s_per_byte);
  for (const model::Segment& larger : platform.separate.larger_overhead) {
    const model::Segment* const segment = model::segment_at(segments, larger.from_bytes);
    relations.require_equal(fmt::format("alpha from {:g} B on", larger.from_bytes),
                            segment->alpha_s, route + " + 2 o of rendezvous",
                            route_s + 2 * larger.alpha_s);
  }
}

void compare_boundaries(const std::vector<model::Segment>& segments, Relations& relations) {
  for (std::size_t i = 1; i < segments.size(); ++i) {
    const double bytes = segments[i].from_bytes;
    const model::Segment& below = segments[i - 1];
    const double below_s = below.alpha_s + below.beta_s_per_byte * bytes;
    const double above_s = segments[i].alpha_s + segments[i].beta_s_per_byte * bytes;
    if (above_s < (1 - kMostDrop) * below_s)
      relations.add(fmt::format("a message of {:g} B takes {}, a slightly shorter one {}", bytes,
                                base::seconds_text(above_s), base::seconds_text(below_s)));
  }
}

double least_tree_factor(const Transport& transport) {
  double least = 1;
  for (const MeasuredPattern& measured : transport.patterns)
    if (measured.pattern == model::Pattern::tree)
      for (const model::SlowdownPoint& point : measured.curve)
        least = std::min(least, point.factor);
  return least;
}

void require_slower(const Transport& transport, Relations& relations) {
  for (const MeasuredPattern& measured : transport.patterns) {
    // After a pause, messages in both directions are faster, too.
    const double least = least_tree_factor(transport);
    for (const auto& [bytes, factor] : measured.curve) {
      if (factor < least - kTolerance)
        relations.add(fmt::format(
            "pattern {} at {} ranks: a message of {:g} B that shares its ports takes {:.3g} times "
            "as long as one that does not",
            model::kPatternNames[static_cast<std::size_t>(measured.pattern)], measured.ranks, bytes,
            factor));
    }
  }
}

/// Numbers that change no result.
void name_ineffective(const PlatformFile& platform, Relations& relations) {
  if (platform.transport.receiving_shared && platform.placement.shares_ports())
    relations.add("transport.receiving changes no result: ranks of a host share its port anyway");
  if (!platform.topology()) return;
  for (const std::string& name : platform.unused_links)
    relations.add(fmt::format("links.{} changes no result: no route has such a link", name));
  const NearestRoute nearest = nearest_route(*platform.topology());
  if (!platform.has_transport) return;
  for (const model::Segment& segment : platform.transport.segments) {
    if (segment.alpha_s < (1 - kTolerance) * nearest.latency_s)
      relations.add(fmt::format(
          "alpha from {:g} B on, {}, changes no result of simgrid: the route alone takes {}",
          segment.from_bytes, base::seconds_text(segment.alpha_s),
          base::seconds_text(nearest.latency_s)));
    if (segment.beta_s_per_byte < (1 - kTolerance) / nearest.bytes_per_s)
      relations.add(fmt::format(
          "beta from {:g} B on, {} per byte, changes no result of simgrid: the links take {}",
          segment.from_bytes, base::seconds_text(segment.beta_s_per_byte),
          base::seconds_text(1 / nearest.bytes_per_s)));
  }
}

}  // namespace

std::vector<std::string> inconsistencies(const PlatformFile& platform) {
  Relations relations;
  compare_segments(platform, relations);
  compare_boundaries(platform.transport.segments, relations);
  require_slower(platform.transport, relations);
  name_ineffective(platform, relations);
  return std::move(relations).found();
}

}  // namespace sparlab::platforms
