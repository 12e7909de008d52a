#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

/// What a message costs, by its size and by what else crosses the ports of its ranks.
namespace sparlab::model {

/// alpha and beta of messages of at least `from_bytes`: a message of L bytes takes alpha + beta*L
/// seconds. Libraries change their protocol with the size, so one alpha and one beta rarely fit all
/// sizes.
struct Segment {
  double from_bytes = 0;
  double alpha_s = 0;
  double beta_s_per_byte = 0;
  friend bool operator==(const Segment&, const Segment&) = default;
  friend auto operator<=>(const Segment&, const Segment&) = default;
};

/// The segment of messages of this size; null if all segments begin above it. Segments ascend.
const Segment* segment_at(std::span<const Segment> segments, double bytes);

/// How the messages of a step meet at the ports of a rank.
enum class Pattern : std::uint8_t {
  one_way,     ///< a rank sends or receives, but not both at once: gathers, servers
  exchange,    ///< pairs of ranks send to each other
  ring,        ///< each rank sends to the next one and receives from the previous one
  all_to_all,  ///< each rank sends a part to every other rank
  tree,        ///< a message between two ranks whose ports pause before and after it
};
inline constexpr std::array<std::string_view, 5> kPatternNames = {"one_way", "exchange", "ring",
                                                                  "all_to_all", "tree"};

/// The time of a message that shares its ports, over its time alone. Linear in log2(bytes) between
/// points, constant outside of them.
struct SlowdownPoint {
  double bytes = 0;
  double factor = 1;
  friend bool operator==(const SlowdownPoint&, const SlowdownPoint&) = default;
  friend auto operator<=>(const SlowdownPoint&, const SlowdownPoint&) = default;
};
using SlowdownCurve = std::vector<SlowdownPoint>;  ///< bytes ascend; empty: no slow-down

/// Outside of these limits, a slow-down is an error of measurement.
inline constexpr double kLeastSlowdown = 0.1;
inline constexpr double kMostSlowdown = 1e4;

double slowdown_at(const SlowdownCurve& curve, double bytes);

/// The slow-down of each pattern. A port that is full duplex has none. `ring` and `all_to_all` are
/// those of `exchange` unless they are given. `tree` is at most 1: after a pause, a message has
/// passed a port before the port is ready for the next one.
struct Slowdowns {
  SlowdownCurve exchange;
  SlowdownCurve ring;
  SlowdownCurve all_to_all;
  SlowdownCurve tree{};

  const SlowdownCurve& of(Pattern pattern) const;
  friend bool operator==(const Slowdowns&, const Slowdowns&) = default;
  friend auto operator<=>(const Slowdowns&, const Slowdowns&) = default;
};

}  // namespace sparlab::model
