#include "experiments/definition/engine_settings.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "experiments/points/names.hpp"

namespace sparlab::experiments {
namespace {

using nlohmann::json;

/// "all" stands for all engines. A value that is not a list of names is left for the schema to
/// refuse.
bool uses(const json& sweep, std::string_view setting) {
  const std::vector<std::string_view> wanted = engines_that_use(setting);
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
