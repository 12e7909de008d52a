#pragma once

#include <cstdint>
#include <vector>

namespace sparlab::conformance {

/// The indices of every rank, increasing.
using Supports = std::vector<std::vector<std::uint32_t>>;

/// Imitates gradients of a convolutional network (ResNet-20 on small images). Layers have very
/// different sizes. Magnitudes of gradients differ between layers (smaller layers have larger ones)
/// and between channels of a layer. The largest entries therefore cluster, most of all in the first
/// layers, and ranks share some of them.
struct LayeredGradients {
  double common = 0.5;      ///< share of the variance that is the same on all ranks
  double by_size = 0.35;    ///< a layer's magnitude is its size to the power of minus this
  double by_channel = 0.6;  ///< standard deviation of the logarithm of a channel's magnitude
  std::uint64_t seed = 1;
};

/// The number of parameters of this network.
std::uint64_t layered_universe();

/// The indices of each rank's `entries` largest magnitudes.
Supports layered_supports(const LayeredGradients& gradients, int ranks, std::uint64_t entries);

}  // namespace sparlab::conformance
