#include "platforms/files/copied_topology.hpp"

#include "base/errors/errors.hpp"
#include "base/json/json_text.hpp"
#include "base/system/data_folders.hpp"
#include "platforms/files/platform_file.hpp"
#include "platforms/sections/copied_number.hpp"
#include "platforms/topology/topology_facts.hpp"

namespace sparlab::platforms {

CopiedTopology copied_topology(const std::string& of, const std::string& name) {
  const auto file = base::find_platform_file(of, "command line", "--topology");
  const nlohmann::json content = base::read_json_file(file);
  const PlatformFile platform = platform_from_json(content, file);
  if (platform.topology() == nullptr || platform.placement.shares_ports())
    throw base::ConfigError("command line", "--topology", platform.name,
                            "a platform with links, and with one rank on a host");
  const auto section = [&](const char* key) {
    nlohmann::ordered_json copy = nlohmann::ordered_json::parse(content.at(key).dump());
    return platform.name == name ? copy : copied_section(std::move(copy), platform.name);
  };
  const model::TopologyDescription& described = *platform.topology();
  return {.of = platform.name,
          .topology = section("topology"),
          .links = section("links"),
          .contention = platform.link_loads ? section("contention") : nlohmann::ordered_json(),
          .link_loads = platform.link_loads,
          .hosts = static_cast<std::uint64_t>(platform.hosts),
          .between_switches_s =
              nearest_route(described).latency_s - 2 * model::host_links(described).latency_s};
}

}  // namespace sparlab::platforms
