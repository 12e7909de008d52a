#include "model/topology/star.hpp"

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

}  // namespace sparlab::model
