#include "sim/network.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xbt/log.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <iterator>
#include <memory>
#include <simgrid/s4u/Engine.hpp>
#include <simgrid/s4u/Host.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <xbt/config.hpp>

#include "model/topology/topology_description.hpp"
#include "runtime/comm.hpp"
#include "sim/topology_zone.hpp"

namespace sparlab::sim {
namespace {

namespace s4u = simgrid::s4u;
using runtime::CommError;

using simgrid::s4u::Engine;

/// Differs from SimGrid's own default because one nanosecond is not small compared with an Aries
/// hop, and because 8 MiB of stack for each rank exhausts the address space of small machines.
const std::map<std::string, std::string> kDefaults = {{"surf/precision", "1e-12"},
                                                      {"contexts/stack-size", "512"}};

constexpr std::string_view kModels[] = {"CM02", "LV08", "SMPI", "IB", "Constant"};

enum class Type { text, real, flag };

struct Setting {
  const char* key;
  Type type;
};

/// SimGrid reads a setting as the requested type without a check.
constexpr Setting kShapeTimes[] = {
    {"network/model", Type::text},          {"network/optim", Type::text},
    {"network/crosstraffic", Type::flag},   {"network/TCP-gamma", Type::real},
    {"network/latency-factor", Type::real}, {"network/bandwidth-factor", Type::real},
    {"network/weight-S", Type::real},       {"surf/precision", Type::real},
    {"maxmin/precision", Type::real},
};

/// SimGrid aborts the process for these errors; all others are exceptions.
void check_model(const std::map<std::string, std::string>& settings) {
  const auto model = settings.find("network/model");
  if (model == settings.end()) return;
  if (std::find(std::begin(kModels), std::end(kModels), model->second) != std::end(kModels)) return;
  throw CommError(fmt::format("SimGrid has no network model {}; it has {}", model->second,
                              fmt::join(kModels, ", ")));
}

void set(const std::string& key, const std::string& value) {
  try {
    Engine::set_config(key + ":" + value);
  } catch (const std::exception& error) {
    throw CommError(
        fmt::format("SimGrid refuses the setting {} = {}: {}", key, value, error.what()));
  }
}

std::string read(const Setting& setting) {
  using simgrid::config::get_value;
  switch (setting.type) {
    case Type::text:
      return get_value<std::string>(setting.key);
    case Type::real:
      return fmt::format("{}", get_value<double>(setting.key));
    case Type::flag:
      return get_value<bool>(setting.key) ? "1" : "0";
  }
  return {};
}

}  // namespace

void check_platform(const Platform& platform, int ranks) {
  if (ranks < 1) throw CommError(fmt::format("simulation of {} ranks: at least 1", ranks));
  if (const auto fault = model::check(platform.topology))
    throw CommError(
        fmt::format("platform {}: {}: {}", platform.name, fault->parameter, fault->accepted));
  const std::uint64_t hosts = model::host_count(platform.topology);
  const std::uint64_t per_host = platform.placement.ranks_per_host;
  if (static_cast<std::uint64_t>(ranks) > hosts * per_host) {
    throw CommError(fmt::format(
        "platform {} has {} hosts{}, fewer than the {} ranks asked for", platform.name, hosts,
        per_host == 1 ? "" : fmt::format(" for {} ranks each", per_host), ranks));
  }
  const InsideLink& inside = platform.inside;
  if (platform.placement.shares_ports() &&
      !(inside.bandwidth_bytes_per_s > 0 && inside.latency_s >= 0)) {
    throw CommError(
        fmt::format("platform {}: the link inside a host has {} B/s and {} s; SimGrid "
                    "needs a bandwidth above 0 and a latency of at least 0",
                    platform.name, inside.bandwidth_bytes_per_s, inside.latency_s));
  }
}

Hosts build_platform(const Platform& platform, std::shared_ptr<const model::Topology> topology,
                     int ranks) {
  // SimGrid asks for routes until the process ends, and then destroys the zone.
  static std::shared_ptr<const model::Topology> kept;
  kept = std::move(topology);
  const auto* const zone = new TopologyZone(platform, *kept, ranks);
  return {zone->hosts(), zone->switches()};
}

void apply_config(const std::map<std::string, std::string>& settings) {
  check_model(settings);
  xbt_log_control_set("root.thres:error");
  // sparlab reports a stall by an exception; SimGrid's message would only repeat it.
  xbt_log_control_set("ker_engine.add:0");
  xbt_log_control_set("ker_engine.app:file:/dev/null");
  for (const auto& [key, value] : kDefaults) set(key, value);
  for (const auto& [key, value] : settings) set(key, value);
}

std::map<std::string, std::string> effective_config(
    const std::map<std::string, std::string>& settings) {
  std::map<std::string, std::string> values = settings;
  for (const Setting& setting : kShapeTimes) values[setting.key] = read(setting);
  return values;
}

}  // namespace sparlab::sim
