#include "model/topology/global_cables.hpp"

#include <fmt/format.h>

namespace sparlab::model {

void check_global_ports(TopologyChecks& checks, std::uint32_t groups, std::uint32_t cables_per_pair,
                        std::uint64_t switches_per_group, std::uint32_t ports,
                        std::string_view cables_parameter) {
  if (!checks.passed() || groups < 2) return;
  const std::uint64_t group_ports = bounded_product({switches_per_group, ports});
  checks.require(groups - 1 <= group_ports, "groups",
                 fmt::format("at most {}: the {} switches of a group have {} global ports each",
                             group_ports + 1, switches_per_group, ports));
  checks.require(
      bounded_product({groups - 1, cables_per_pair}) <= group_ports, cables_parameter,
      fmt::format("at most {}: the {} switches of a group have {} global ports each, for "
                  "{} other groups",
                  group_ports / (groups - 1), switches_per_group, ports, groups - 1));
}

}  // namespace sparlab::model
