#include "cli/list_algorithms.hpp"

#include <nlohmann/json.hpp>

#include "algos/registry/registry.hpp"
#include "experiments/errors/spec_error.hpp"
#include "experiments/points/engine.hpp"

namespace sparlab::cli {
namespace {

using nlohmann::json;
using namespace sparlab::experiments;

json parameters_of(const algos::AlgorithmInfo& info) {
  json parameters = json::array();
  for (const model::ParameterInfo& parameter : info.parameters())
    parameters.push_back({{"parameter", parameter.name},
                          {"default", parameter.default_value},
                          {"accepted", parameter.accepted},
                          {"meaning", parameter.meaning}});
  return parameters;
}

json describe(const algos::AlgorithmInfo& info) {
  const bool exact = info.exactness == algos::Exactness::exact;
  json engines = json::array();
  for (const EngineInfo& engine : kEngines)
    if (!info.native_mpi || measures(engine.engine)) engines.push_back(engine.name);
  json item = {{"name", info.name},
               {"title", info.title},
               {"source", info.source},
               {"result", exact ? "exact" : "approximate"},
               {"engines", engines},
               {"dense_input", info.dense_input},
               {"parameters", parameters_of(info)}};
  if (!exact) item["mass"] = info.mass == algos::Mass::conserved ? "conserved" : "lost";
  if (!info.needs.empty()) item["needs"] = info.needs;
  return item;
}

}  // namespace

json list_algorithms() {
  json items = json::array();
  for (const algos::AlgorithmInfo& info : algos::algorithms()) items.push_back(describe(info));
  return items;
}

json describe_algorithm(const std::string& name) {
  if (const algos::AlgorithmInfo* const info = algos::find_algorithm(name)) return describe(*info);
  throw spec_error({"algorithm", name, ""}, name, "command line", "list algorithms");
}

}  // namespace sparlab::cli
