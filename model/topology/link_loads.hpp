#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "model/base/placement.hpp"
#include "model/base/shared_links.hpp"
#include "model/topology/topology_description.hpp"

namespace sparlab::model {

/// Counts how the messages of rounds meet on the links of a topology, on minimal routes.
class LinkLoads {
 public:
  /// Contract: check(description) finds nothing.
  LinkLoads(TopologyDescription description, Placement placement);

  /// Contract: at most as many ranks as the placement has.
  /// Cost  O(ranks log ranks) routes, once for each number of ranks, and once the topology
  SharedLinks of(std::uint64_t ranks) const;

 private:
  LinkLoad round(const Partners& partners) const;

  TopologyDescription description_;
  Placement placement_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const Topology> topology_;
  mutable std::map<std::uint64_t, SharedLinks> known_;
};

}  // namespace sparlab::model
