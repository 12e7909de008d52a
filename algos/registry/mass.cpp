#include "algos/registry/mass.hpp"

#include <string>

#include "algos/registry/registry.hpp"

namespace sparlab::algos {

Mass mass_of(std::string_view spec) {
  const AlgorithmInfo* const info = find_algorithm(spec);
  if (info == nullptr) {
    throw model::ParameterError("algorithm", std::string(spec), "a registered name");
  }
  const bool lost = info->parameters.loses_mass(model::parse_spec(spec).settings);
  return lost ? Mass::lost : info->mass;
}

}  // namespace sparlab::algos
