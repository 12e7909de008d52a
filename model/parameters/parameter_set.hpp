#pragma once

#include <cstdint>
#include <vector>

#include "model/parameters/fields.hpp"

namespace sparlab::model {

/// The parameters of one algorithm, for tables: the operations of a parameter struct as functions.
struct ParameterSet {
  std::vector<ParameterInfo> (*list)();
  /// The same settings in canonical spelling, without defaults; each is checked separately. Errors
  /// ParameterError.
  Settings (*canonical)(const Settings&);
  /// The same, also checked against P and N.
  Settings (*checked)(const Settings&, const Shape&);
  /// Calls after which a stateful algorithm's behaviour repeats; 1 for the others.
  std::uint64_t (*period)(const Settings&);
  /// Whether the settings make an algorithm lose mass that it would otherwise conserve.
  bool (*loses_mass)(const Settings&);
};

template <class Parameters>
constexpr ParameterSet parameter_set() {
  return {[] { return list_parameters<Parameters>(); },
          [](const Settings& settings) {
            return canonical_settings(read_parameters<Parameters>(settings));
          },
          [](const Settings& settings, const Shape& shape) {
            const auto parameters = read_parameters<Parameters>(settings);
            check_parameters(parameters, shape);
            return canonical_settings(parameters);
          },
          [](const Settings& settings) -> std::uint64_t {
            const auto parameters = read_parameters<Parameters>(settings);
            if constexpr (requires { parameters.period(); }) return parameters.period();
            return 1;
          },
          [](const Settings& settings) {
            const auto parameters = read_parameters<Parameters>(settings);
            if constexpr (requires { parameters.loses_mass(); }) return parameters.loses_mass();
            return false;
          }};
}

}  // namespace sparlab::model
