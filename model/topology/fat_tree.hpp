#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "model/topology/checks.hpp"
#include "model/topology/topology.hpp"

namespace sparlab::model {

/// An extended generalized fat tree (Öhring et al., 1995), described as in SimGrid: the switches of
/// a level have `down` children each, and each child has `up` parents, with `cables` cables to
/// each. The first level connects hosts. The groups are the pods below the last level.
struct FatTree {
  struct Level {
    std::uint32_t down = 1;
    std::uint32_t up = 1;
    std::uint32_t cables = 1;
    LinkClass link;

    friend bool operator==(const Level&, const Level&) = default;
  };
  std::vector<Level> levels;

  friend bool operator==(const FatTree&, const FatTree&) = default;
};

std::optional<TopologyFault> check(const FatTree& tree);
std::uint64_t host_count(const FatTree& tree);
std::shared_ptr<const Topology> make_topology(const FatTree& tree);

}  // namespace sparlab::model
