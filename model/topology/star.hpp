#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "model/topology/checks.hpp"
#include "model/topology/topology.hpp"

namespace sparlab::model {

/// Every host has a cable to one switch.
struct Star {
  std::uint32_t hosts = 1;
  LinkClass node{"node"};

  friend bool operator==(const Star&, const Star&) = default;
};

std::optional<TopologyFault> check(const Star& star);
std::uint64_t host_count(const Star& star);
std::shared_ptr<const Topology> make_topology(const Star& star);

}  // namespace sparlab::model
