#include "platforms/files/copied_topology.hpp"

#include "base/errors/errors.hpp"
#include "base/json/json_text.hpp"
#include "base/system/data_folders.hpp"
#include "platforms/files/platform_file.hpp"
#include "platforms/sections/copied_number.hpp"

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
  return {platform.name, section("topology"), section("links")};
}

}  // namespace sparlab::platforms
