#include "base/errors/errors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "algos/registry/registry.hpp"
#include "base/text/nearest_name.hpp"
#include "base/text/printable.hpp"

namespace sparlab::experiments {
namespace {

/// The accepted values may be a long list of names.
constexpr std::size_t kMostAccepted = 4000;

std::string message(std::string_view file, std::string_view json_path, std::string_view value,
                    std::string_view accepted, std::string_view suggestion) {
  std::string text = both_ends(file);
  if (!json_path.empty()) text += (text.empty() ? "" : ": ") + both_ends(json_path);
  if (!value.empty()) text += (text.empty() ? "" : ": ") + both_ends(value);
  if (!accepted.empty()) text += "; accepted: " + both_ends(accepted, kMostAccepted);
  if (!suggestion.empty()) text += "; did you mean \"" + both_ends(suggestion) + "\"?";
  return text;
}

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

ConfigError::ConfigError(std::string_view file_, std::string_view json_path_,
                         std::string_view value_, std::string_view accepted_,
                         std::string_view suggestion_)
    : std::runtime_error(message(file_, json_path_, value_, accepted_, suggestion_)),
      file(file_),
      json_path(both_ends(json_path_)),
      value(both_ends(value_)),
      accepted(both_ends(accepted_, kMostAccepted)),
      suggestion(both_ends(suggestion_)) {}

ConfigError spec_error(const model::ParameterError& error, std::string_view spec,
                       const std::string& file, const std::string& json_path,
                       const std::string& shape) {
  const algos::AlgorithmInfo* const info = algos::find_algorithm(spec);
  if (info == nullptr) {
    const std::string name(model::name_of_spec(spec));
    const std::vector<std::string> known = algorithm_names();
    return {file, json_path, fmt::format("no algorithm \"{}\"", name),
            fmt::format("{}", fmt::join(known, ", ")), nearest_name(name, known)};
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
          error.accepted(), nearest_name(error.parameter(), known)};
}

}  // namespace sparlab::experiments
