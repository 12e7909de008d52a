#include "experiments/definition/engine_settings.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace sparlab::experiments {
namespace {

using nlohmann::json;

/// The engines that use a setting; an empty list means that all engines use it.
std::vector<std::string_view> engines_of(std::string_view setting) {
  if (setting == "repetitions") return {"mpi"};
  if (setting == "machine") return {"model", "loggp"};
  if (setting == "payload") return {"loggp", "simgrid"};
  if (setting == "platform") return {"model", "loggp", "simgrid"};
  return {};
}

/// "all" stands for all engines. A value that is not a list of names is left for the schema to
/// refuse.
bool uses(const json& sweep, std::string_view setting) {
  const std::vector<std::string_view> wanted = engines_of(setting);
  if (wanted.empty() || !sweep.is_object() || !sweep.contains("engines")) return true;
  const json& engines = sweep.at("engines");
  return !engines.is_array() || std::ranges::any_of(wanted, [&](std::string_view engine) {
    return std::find(engines.begin(), engines.end(), engine) != engines.end();
  });
}

}  // namespace

std::vector<json*> sweeps_that_use(json& document, std::string_view setting) {
  std::vector<json*> all;
  if (!document.is_object() || !document.contains("sweeps") || !document.at("sweeps").is_array())
    return all;
  for (json& sweep : document.at("sweeps")) all.push_back(&sweep);
  std::vector<json*> users = all;
  std::erase_if(users, [&](const json* sweep) { return !uses(*sweep, setting); });
  return users.empty() ? all : users;
}

}  // namespace sparlab::experiments
