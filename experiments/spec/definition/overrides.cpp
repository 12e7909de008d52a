#include "experiments/spec/definition/overrides.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/json/json_text.hpp"
#include "base/text/printable.hpp"
#include "experiments/spec/definition/axis.hpp"
#include "experiments/spec/definition/schema.hpp"
#include "experiments/spec/points/settings.hpp"
#include "inputs/formats/recording_formats.hpp"
#include "inputs/sources/input.hpp"
#include "model/parameters/count_text.hpp"

namespace sparlab::experiments {
namespace {

using nlohmann::json;

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// True if an engine of the sweep uses the setting. "all" stands for all engines. A value that is
/// not a list of names is left for the schema to refuse.
bool uses(const json& sweep, std::string_view setting) {
  const std::vector<std::string_view> wanted = engines_that_use(setting);
  if (wanted.empty() || !sweep.is_object() || !sweep.contains("engines")) return true;
  const json& engines = sweep.at("engines");
  return !engines.is_array() || std::ranges::any_of(wanted, [&](std::string_view engine) {
    return std::find(engines.begin(), engines.end(), engine) != engines.end();
  });
}

/// The sweeps to which a setting given for all sweeps applies; none if the document has no list of
/// sweeps.
std::vector<json*> sweeps_that_use(json& document, std::string_view setting) {
  std::vector<json*> all;
  if (!document.is_object() || !document.contains("sweeps") || !document.at("sweeps").is_array())
    return all;
  for (json& sweep : document.at("sweeps")) all.push_back(&sweep);
  std::vector<json*> users = all;
  std::erase_if(users, [&](const json* sweep) { return !uses(*sweep, setting); });
  return users.empty() ? all : users;
}

std::string name_of(const SweepOption& option) {
  return option.flags.substr(0, option.flags.find(','));
}

/// What a key of a setting, or of an object that is a setting, may be.
json schema_of(const std::string& key) {
  const std::vector<std::string> keys = split(key, '.');
  const auto settings = all_settings();
  const auto setting = std::ranges::find(settings, keys.front(), &Setting::key);
  if (setting == settings.end()) return json::object();
  const json schema = setting->schema();
  return keys.size() == 1 ? schema : schema.at("properties").at(keys.back());
}

}  // namespace

json input_from_text(const std::string& text) {
  const bool is_json = text.find_first_of("{[\"") == 0;
  if (is_json) return base::json_or_text(text, "command line, --input");
  if (inputs::input_kind_named(text)) return text;
  std::error_code error;
  if (!std::filesystem::exists(text, error)) {
    if (text.find('/') == std::string::npos && text.find('.') == std::string::npos) return text;
    throw base::ConfigError("command line", "--input", text,
                            "a kind of input, its JSON object, or the path of a file that exists");
  }
  const bool samples = inputs::format_of(text) == inputs::WorkerFormat::svmlight;
  return {{"kind", samples ? "svmlight" : "recording"}, {"path", text}};
}

namespace {

/// The value of a sweep's key that the text of its option stands for.
json value_of(const SweepOption& option, const std::string& text) {
  if (option.value_name == "AXIS") return axis_from_text(text, name_of(option));
  const json schema = schema_of(option.key);
  const json type = schema.value("type", json());  // or several
  if (type == "array") return split(text, ',');
  if (option.key == "input") return input_from_text(text);
  if (option.key == "platform")
    return text.find(',') == std::string::npos ? json(text) : json(split(text, ','));
  if (schema.contains("enum") || type == "string") return text;
  return base::json_or_text(text, "command line, " + name_of(option));
}

char upper(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }

SweepOption option_of(const Setting& setting) {
  std::string help = setting.schema().at("description");
  help.front() = upper(help.front());
  std::string value_name(setting.key);
  std::ranges::transform(value_name, value_name.begin(), upper);
  return {std::string(setting.key), std::string(setting.option), help, value_name};
}

[[noreturn]] void refuse(const std::string& assignment, const std::string& value,
                         const std::string& accepted) {
  throw base::ConfigError("command line", "--set " + assignment, value, accepted);
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

/// Removes the first key of a dotted path and returns it.
std::string_view next_key(std::string_view& path) {
  const std::size_t end = std::min(path.find('.'), path.size());
  const std::string_view key = path.substr(0, end);
  path.remove_prefix(std::min(end + 1, path.size()));
  return key;
}

/// The part of a JSON path that is below the key of a sweep: "exponent" of
/// "sweeps.0.input.exponent". Empty if that is an index of a list: "sweeps.0.P.0".
std::string part_of_option(const std::string& json_path) {
  std::size_t at = 0;
  for (int key = 0; key < 3 && at != std::string::npos; ++key) {
    at = json_path.find('.', at);
    if (at != std::string::npos) ++at;
  }
  if (at == std::string::npos) return {};
  const std::string part = json_path.substr(at);
  return part.find_first_not_of("0123456789") == std::string::npos ? std::string() : part;
}

/// True if one path is a prefix of the other and both name a setting rather than a whole sweep.
bool meet(std::string_view path, std::string_view origin) {
  std::size_t common = 0;
  const bool in_sweep = origin.starts_with("sweeps.");
  for (; !path.empty() && !origin.empty(); ++common) {
    const std::string_view wanted = next_key(origin);
    const std::string_view key = next_key(path);
    if (wanted != key && wanted != "*") return false;
  }
  return common >= (in_sweep ? 3U : 1U);
}

}  // namespace

const std::vector<SweepOption>& sweep_options() {
  static const std::vector<SweepOption> options = [] {
    std::vector<SweepOption> all = {
        {"P", "-P,--ranks", "Ranks: an axis (see below)", "AXIS"},
        {"N", "-N,--universe", "Size of the index universe: an axis", "AXIS"},
        {"density", "--density", "Nonzeros of one rank over N: an axis", "AXIS"},
        {"input", "--input", "Kind of input, its JSON object, or the path of a data file", "TEXT"},
        {"platform", "--platform",
         "Names or paths of platforms, also with changes, as in gige-8:bandwidth=x2.5:latency=10us",
         "PLATFORM,..."}};
    for (const Setting& setting : all_settings())
      if (!setting.option.empty()) all.push_back(option_of(setting));
    return all;
  }();
  return options;
}

std::vector<SweepOption> options_of_setting(std::string_view setting) {
  std::vector<SweepOption> options;
  const json properties = schema_of(std::string(setting)).at("properties");
  for (const auto& [key, schema] : properties.items()) {
    std::string flag = "--" + key;
    std::ranges::replace(flag, '_', '-');
    std::string help = schema.at("description");
    help.front() = upper(help.front());
    std::string value_name = key;
    std::ranges::transform(value_name, value_name.begin(), upper);
    options.push_back({fmt::format("{}.{}", setting, key), flag, help, value_name});
  }
  return options;
}

std::vector<Origin> apply_sweep_options(json& experiment, const SweepTexts& texts,
                                        std::span<const SweepOption> options) {
  std::vector<Origin> origins;
  for (const SweepOption& option : options) {
    const auto text = texts.find(option.key);
    if (text == texts.end()) continue;
    const json value = value_of(option, text->second);
    for (json* sweep : sweeps_that_use(experiment, option.key))
      if (sweep->is_object())
        assign(*sweep, split(option.key, '.'), value, "command line, " + name_of(option));
    origins.push_back({fmt::format("sweeps.*.{}", option.key),
                       fmt::format("{} {}", name_of(option), text->second)});
  }
  return origins;
}

std::string apply_override(json& experiment, const std::string& assignment) {
  constexpr std::array<std::string_view, 4> kTopLevel = {"$schema", "name", "title", "sweeps"};
  const std::size_t equals = assignment.find('=');
  if (equals == 0 || equals == std::string::npos)
    refuse(assignment, "no path and value", "PATH=VALUE, such as sweeps.0.P=8 or input.path=FILE");
  const std::vector<std::string> keys = split(std::string_view(assignment).substr(0, equals), '.');
  if (keys.size() > base::kUserJson.depth)
    refuse(assignment.substr(0, equals), fmt::format("{} keys", keys.size()),
           fmt::format("a path of at most {} keys", base::kUserJson.depth));
  const json value = base::json_or_text(assignment.substr(equals + 1),
                                        "command line, --set " + assignment.substr(0, equals));

  if (std::find(kTopLevel.begin(), kTopLevel.end(), keys.front()) != kTopLevel.end()) {
    assign(experiment, keys, value, assignment);
    return assignment.substr(0, equals);
  }
  for (json* sweep : sweeps_that_use(experiment, keys.front()))
    assign(*sweep, keys, value, assignment);
  return "sweeps.*." + assignment.substr(0, equals);
}

base::ConfigError name_option(const base::ConfigError& error) {
  for (const SweepOption& option : sweep_options())
    if (error.json_path == "sweeps.0." + option.key && error.value == kMissingKey)
      return {error.file, name_of(option), "not given", error.accepted, error.suggestion};
  return error;
}

base::ConfigError blame_origin(const base::ConfigError& error, std::span<const Origin> origins) {
  for (auto origin = origins.rbegin(); origin != origins.rend(); ++origin)
    if (meet(error.json_path, origin->path))
      return {"command line, " + base::both_ends(origin->option),
              error.file == "command line" ? part_of_option(error.json_path) : error.json_path,
              error.value, error.accepted, error.suggestion};
  return error;
}

}  // namespace sparlab::experiments
