#include "model/topology/topology_description.hpp"

#include "model/base/contract.hpp"

namespace sparlab::model {

std::optional<TopologyFault> check(const TopologyDescription& description) {
  return std::visit([](const auto& kind) { return check(kind); }, description);
}

std::uint64_t host_count(const TopologyDescription& description) {
  return std::visit([](const auto& kind) { return host_count(kind); }, description);
}

namespace {

struct HostLinks {
  const LinkClass& operator()(const FatTree& tree) const { return tree.levels.front().link; }
  template <class Other>
  const LinkClass& operator()(const Other& other) const {
    return other.node;
  }
};

}  // namespace

const LinkClass& host_links(const TopologyDescription& description) {
  return std::visit(HostLinks{}, description);
}

std::shared_ptr<const Topology> make_topology(const TopologyDescription& description) {
  SPARLAB_EXPECTS(!check(description));
  return std::visit([](const auto& kind) { return make_topology(kind); }, description);
}

}  // namespace sparlab::model
