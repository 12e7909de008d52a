#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "model/topology/checks.hpp"
#include "model/topology/topology.hpp"

namespace sparlab::model {

/// A torus, or a mesh where no dimension wraps. Each host has a router of its own. A host's number
/// has its coordinate in the first dimension as the digit that changes fastest. Routes correct the
/// dimensions in order. The groups are the planes of equal last coordinate.
struct Torus {
  struct Dimension {
    std::uint32_t size = 2;
    bool wraps = true;  ///< of a size of 2: a second cable

    friend bool operator==(const Dimension&, const Dimension&) = default;
  };
  std::vector<Dimension> dimensions;
  LinkClass node{"node"};    ///< host to router
  LinkClass torus{"torus"};  ///< router to router

  friend bool operator==(const Torus&, const Torus&) = default;
};

std::optional<TopologyFault> check(const Torus& torus);
std::uint64_t host_count(const Torus& torus);
std::shared_ptr<const Topology> make_topology(const Torus& torus);

}  // namespace sparlab::model
