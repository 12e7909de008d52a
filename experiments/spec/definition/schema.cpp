#include "experiments/spec/definition/schema.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "base/errors/errors.hpp"
#include "base/text/nearest_name.hpp"
#include "experiments/spec/points/settings.hpp"

namespace sparlab::experiments {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

ordered_json current_schema() {
  ordered_json schema = ordered_json::parse(experiment_schema_file("experiment.schema.json"));
  ordered_json& sweep = schema["definitions"]["sweep"]["properties"];
  for (const Setting& setting : all_settings())
    sweep[std::string(setting.key)] = ordered_json::parse(setting.schema().dump());
  std::vector<std::string_view> engines;
  for (const EngineInfo& engine : kEngines)
    if (runs(engine.engine)) engines.push_back(engine.name);
  const std::string names = fmt::format("{}", fmt::join(engines, ", "));
  ordered_json& list = sweep["engines"]["anyOf"][1];
  sweep["engines"]["description"] = "\"all\" or a list of engines: " + names;
  list["items"]["enum"] = engines;
  list["description"] = "a list of at least one engine: " + names;
  return schema;
}

}  // namespace

std::string engines_that_run() {
  std::vector<std::string_view> names;
  for (const EngineInfo& engine : kEngines)
    if (runs(engine.engine)) names.push_back(engine.name);
  return fmt::format("{}; records of published measurements come from `sparlab import`",
                     fmt::join(names, ", "));
}

const json& experiment_schema() {
  static const json schema = json::parse(current_schema().dump());
  return schema;
}

std::string experiment_schema_text() { return current_schema().dump(2) + "\n"; }

void check_against_schema(const json& document, const std::string& file) {
  base::Mistakes mistakes;
  for (const SchemaFailure& failure : explain_failures(experiment_schema(), document)) {
    const std::optional<Engine> engine = engine_named(failure.name);
    if (engine && !runs(*engine) && failure.json_path.find(".engines.") != std::string::npos)
      mistakes.add({file, failure.json_path, failure.value, engines_that_run()});
    else
      mistakes.add({file, failure.json_path, failure.value, failure.accepted,
                    failure.name.empty() ? std::string()
                                         : base::nearest_name(failure.name, failure.candidates)});
  }
  mistakes.raise();
}

}  // namespace sparlab::experiments
