#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/base/cost.hpp"
#include "model/base/placement.hpp"
#include "model/topology/link_loads.hpp"
#include "model/topology/topology_description.hpp"
#include "platforms/sections/hosts_json.hpp"
#include "platforms/sections/noise_json.hpp"
#include "platforms/sections/transport_json.hpp"
#include "runtime/loggp/machine.hpp"
#include "sim/platform.hpp"

namespace sparlab::platforms {

/// The platform that describes this machine. It is not shipped: it is measured on each machine.
inline constexpr std::string_view kLocalPlatform = "local";

/// What computes gradients beside the processor of a rank: seconds for each element of a gradient
/// from which entries are selected, and for each entry that is added to a dense gradient.
struct Accelerator {
  double select_s = 0;
  double scatter_s = 0;
};

/// One platform as every engine sees it. All engines read the same file, so they differ only by
/// what they model.
struct PlatformFile {
  std::string name;   ///< the file name without its extension
  std::string title;  ///< one line of text
  std::string hash;   ///< of the content: the same for any formatting of the same JSON
  std::shared_ptr<const std::string> content;  ///< the file's JSON, as text
  std::map<std::string, std::string> doubts;   ///< why numbers may be wrong, by number
  /// Nine of ten measured times are at most this many times longer or shorter than the model says;
  /// nullopt: not known.
  std::optional<double> residual;
  int hosts = 0;
  model::Placement placement;  ///< of ranks on hosts

  Transport transport;
  bool has_transport = false;  ///< a section of this name; otherwise `hockney`
  Transport inside;            ///< between ranks of one host; empty if a host has one rank
  std::optional<GroupedHosts> groups;
  /// What messages that share links add to alpha and beta, which are those to the nearest host;
  /// null: they contain it.
  std::shared_ptr<const model::LinkLoads> link_loads;
  int send_limit = 0;  ///< messages of a rank on their way, of `loggp` alone; 0: no limit
  Noise noise;
  model::Gammas gammas;
  runtime::WorkRates rates{};  ///< the same as gammas, for engines
  std::optional<Accelerator> accelerator;
  runtime::loggp::Machine separate;  ///< L, o, g, G
  /// How far apart the processors of two ranks were when this platform was measured on one host:
  /// the round trip of a cache line. nullopt: not measured.
  std::optional<double> processor_round_trip_s;
  std::vector<std::string> unused_links;  ///< classes of the file that no route has
  std::optional<sim::Platform> network;   ///< nullopt for kind `full`, which has no links

  /// Hosts, switches and links; null if there are no links.
  const model::TopologyDescription* topology() const {
    return network ? &network->topology : nullptr;
  }
  /// Groups of consecutive hosts are not those of the links; others are a matter of placements,
  /// which engines with links do not know.
  bool groups_lack_links() const { return groups && groups->consecutive.hosts > 0; }
  std::uint64_t max_ranks() const {
    return static_cast<std::uint64_t>(hosts) * placement.ranks_per_host;
  }

  // Slow-downs depend on the number of ranks. `ranks_in_groups`: where
  // they are, if it is known.

  /// alpha-beta, for `model`.
  model::Machine machine(std::uint64_t ranks, const model::RankGroups& ranks_in_groups = {}) const;
  /// The same machine, for `loggp`.
  runtime::loggp::Machine loggp_hockney(std::uint64_t ranks,
                                        const model::RankGroups& ranks_in_groups = {}) const;
  /// The machine with separate L, o, g, G.
  runtime::loggp::Machine loggp(std::uint64_t ranks,
                                const model::RankGroups& ranks_in_groups = {}) const;
  /// The network for `simgrid`. Contract: there is a network.
  sim::Platform simulated(std::uint64_t ranks) const;

 private:
  void place_ranks(runtime::loggp::Machine& engine) const;
};

/// The doubt that something disturbed the measurement of a platform as a whole: other programs, or
/// processors that moved. Other doubts concern single numbers.
std::optional<std::string> disturbance(const PlatformFile& platform);

/// Reads and checks a platform file; docs/platforms.md describes the format.
///
/// Errors  ConfigError: unreadable file, syntax error, missing or unknown key, wrong type or unit,
///         number without source or uncertainty, a topology that cannot be cabled.
PlatformFile load_platform(const std::filesystem::path& file);

/// The same for content that was already parsed; its name must match the name of `file`.
PlatformFile platform_from_json(const nlohmann::json& content, const std::filesystem::path& file);

}  // namespace sparlab::platforms
