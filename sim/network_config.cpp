#include "sim/network_config.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xbt/log.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <simgrid/s4u/Engine.hpp>
#include <string_view>
#include <xbt/config.hpp>

#include "runtime/comm.hpp"

namespace sparlab::sim {
namespace {

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
