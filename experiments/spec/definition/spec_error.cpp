#include "experiments/spec/definition/spec_error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "algos/registry/registry.hpp"
#include "base/text/nearest_name.hpp"

namespace sparlab::experiments {
namespace {

std::vector<std::string> algorithm_names() {
  std::vector<std::string> names;
  for (const algos::AlgorithmInfo& info : algos::algorithms()) names.emplace_back(info.name);
  return names;
}

std::vector<std::string> parameter_names(const algos::AlgorithmInfo& info) {
  std::vector<std::string> names;
  for (const model::ParameterInfo& parameter : info.parameters()) names.push_back(parameter.name);
  return names;
}

}  // namespace

base::ConfigError spec_error(const model::ParameterError& error, std::string_view spec,
                             const std::string& file, const std::string& json_path,
                             const std::string& shape) {
  const algos::AlgorithmInfo* const info = algos::find_algorithm(spec);
  if (info == nullptr) {
    const std::string name(model::name_of_spec(spec));
    const std::vector<std::string> known = algorithm_names();
    return {file, json_path, fmt::format("no algorithm \"{}\"", name),
            fmt::format("{}", fmt::join(known, ", ")), base::nearest_name(name, known)};
  }
  const std::vector<std::string> known = parameter_names(*info);
  if (std::find(known.begin(), known.end(), error.parameter()) != known.end()) {
    return {file, json_path,
            fmt::format("{} = {} in \"{}\"{}", error.parameter(), error.value(), spec,
                        shape.empty() ? "" : " with " + shape),
            error.accepted()};
  }
  // The text is not a spec, or has a parameter that the algorithm does not have.
  if (error.value() == spec)
    return {file, json_path, fmt::format("\"{}\"", spec), error.accepted()};
  return {file, json_path, fmt::format("no parameter \"{}\" in \"{}\"", error.parameter(), spec),
          error.accepted(), base::nearest_name(error.parameter(), known)};
}

}  // namespace sparlab::experiments
