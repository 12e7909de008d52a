#pragma once

#include <cstdint>
#include <vector>

namespace sparlab::conformance {

/// The indices of every rank, increasing.
using Supports = std::vector<std::vector<std::uint32_t>>;

/// Like gradients of a network of convolutions (ResNet-20 on small images): layers of very unequal
/// sizes whose weights have gradients of unequal magnitude, smaller layers larger ones, and within
/// layers channels that differ, too. So the largest entries cluster, in the first layers most of
/// all, and ranks agree on some of them.
struct LayeredGradients {
  double common = 0.5;      ///< share of the variance that is the same on all ranks
  double by_size = 0.35;    ///< a layer's magnitude is its size to minus this power
  double by_channel = 0.6;  ///< deviation of the logarithm of a channel's magnitude
  std::uint64_t seed = 1;
};

/// Parameters of that network.
std::uint64_t layered_universe();

/// Each rank's `entries` largest.
Supports layered_supports(const LayeredGradients& gradients, int ranks, std::uint64_t entries);

}  // namespace sparlab::conformance
