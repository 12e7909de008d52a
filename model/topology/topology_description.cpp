#include "model/topology/topology_description.hpp"

#include "model/base/contract.hpp"

namespace sparlab::model {

namespace {

class StarTopology final : public Topology {
 public:
  explicit StarTopology(const Star& star) : Topology(star.hosts, 1, {star.node}) {
    for (std::uint32_t host = 0; host < star.hosts; ++host) add_cable(host, switch_vertex(0), 0);
  }

 private:
  void append_forward(std::uint32_t from, std::uint32_t to, CableChoice& /*choice*/,
                      Route& route) const override {
    route.push_back(2 * from);
    route.push_back(2 * to + 1);
  }
};

}  // namespace

std::optional<TopologyFault> check(const Star& star) {
  TopologyChecks checks;
  checks.at_least(1, star.hosts, "hosts");
  checks.cables(star.hosts, "hosts");
  checks.link_class(star.node, "node");
  return checks.fault();
}

std::uint64_t host_count(const Star& star) { return star.hosts; }

std::shared_ptr<const Topology> make_topology(const Star& star) {
  return std::make_shared<StarTopology>(star);
}

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
