#pragma once

#include <cmath>
#include <cstdint>

#include "model/base/placement.hpp"
#include "model/topology/topology_description.hpp"
#include "tests/conformance/suite/drawn_case.hpp"

/// Networks that are drawn at random, for the engines that simulate them.
namespace sparlab::conformance {

inline bool draw_chance(int of, Generator& generator) {
  return generator() % static_cast<std::uint64_t>(of) == 0;
}

/// Between `low` and `high`, its logarithm uniform.
inline double draw_scale(double low, double high, Generator& generator) {
  const double share = static_cast<double>(generator() >> 11) * 0x1p-53;
  return low * std::pow(high / low, share);
}

/// A size from which messages wait for their receive: none, all, or one among the sizes of
/// messages.
double draw_handshake_bytes(Generator& generator);

/// At least so many hosts: a star, a fat tree, a torus or a dragonfly.
model::TopologyDescription draw_topology(std::uint32_t hosts, Generator& generator);

/// Places for so many ranks; half of the placements share hosts.
model::Placement draw_placement(int ranks, Generator& generator);

}  // namespace sparlab::conformance
