#include "experiments/definition/overrides.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "experiments/definition/engine_settings.hpp"
#include "experiments/errors/config_error.hpp"
#include "experiments/json/json_text.hpp"
#include "model/parameters/count_text.hpp"

namespace sparlab::experiments {
namespace {

using nlohmann::json;

std::vector<std::string> split(std::string_view path) {
  std::vector<std::string> keys;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    keys.emplace_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return keys;
}

[[noreturn]] void refuse(const std::string& assignment, const std::string& value,
                         const std::string& accepted) {
  throw ConfigError("command line", "--set " + assignment, value, accepted);
}

json& member(json& parent, const std::string& key, const std::string& assignment) {
  if (parent.is_array()) {
    const auto index = model::parse_count(key);
    if (!index || *index >= parent.size()) {
      refuse(assignment, fmt::format("no item {} in a list of {}", key, parent.size()),
             "an index from 0 to the list's length - 1");
    }
    return parent[*index];
  }
  // An input that is given only by its kind becomes an object when a setting is added.
  if (parent.is_string()) parent = json{{"kind", parent}};
  if (parent.is_null()) parent = json::object();
  if (!parent.is_object())
    refuse(assignment, fmt::format("\"{}\" in {}, which has no keys", key, parent.dump()),
           "a path of keys and list indices");
  return parent[key];
}

void assign(json& root, const std::vector<std::string>& keys, const json& value,
            const std::string& assignment) {
  json* place = &root;
  for (const std::string& key : keys) place = &member(*place, key, assignment);
  *place = value;
}

}  // namespace

std::string apply_override(json& experiment, const std::string& assignment) {
  constexpr std::array<std::string_view, 4> kTopLevel = {"$schema", "name", "title", "sweeps"};
  const std::size_t equals = assignment.find('=');
  if (equals == 0 || equals == std::string::npos)
    refuse(assignment, "no path and value", "PATH=VALUE, such as sweeps.0.P=8 or input.path=FILE");
  const std::vector<std::string> keys = split(std::string_view(assignment).substr(0, equals));
  if (keys.size() > kUserJson.depth)
    refuse(assignment.substr(0, equals), fmt::format("{} keys", keys.size()),
           fmt::format("a path of at most {} keys", kUserJson.depth));
  const json value = json_or_text(assignment.substr(equals + 1),
                                  "command line, --set " + assignment.substr(0, equals));

  if (std::find(kTopLevel.begin(), kTopLevel.end(), keys.front()) != kTopLevel.end()) {
    assign(experiment, keys, value, assignment);
    return assignment.substr(0, equals);
  }
  for (json* sweep : sweeps_that_use(experiment, keys.front()))
    assign(*sweep, keys, value, assignment);
  return "sweeps.*." + assignment.substr(0, equals);
}

}  // namespace sparlab::experiments
