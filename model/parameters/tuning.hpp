#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/parameters/fields.hpp"

namespace sparlab::model {

/// What the values that are worth trying depend on.
struct TuningShape {
  Shape shape;
  std::uint64_t ranks_per_host = 1;
};

/// A parameter that changes the time of an algorithm and not its result, up to rounding, and values
/// that may be faster than the default. Some may not fit P, N or the other settings.
struct TunedParameter {
  std::string name;
  std::vector<std::string> values;
};

/// The tuned parameters of a struct, which states them in its function `tuned`:
///
///     static std::vector<TunedParameter> tuned(const TuningShape& shape);
template <class Parameters>
std::vector<TunedParameter> tuned_parameters(const TuningShape& shape) {
  if constexpr (requires { Parameters::tuned(shape); }) return Parameters::tuned(shape);
  return {};
}

/// The names of an enumeration's values.
template <class Enum>
std::vector<std::string> values_of(const Choices<Enum>& choices) {
  std::vector<std::string> names;
  for (const Choice<Enum>& choice : choices) names.emplace_back(choice.name);
  return names;
}

/// The numbers from 1 to `most`, each once, as texts.
std::vector<std::string> values_up_to(std::uint64_t most, std::vector<std::uint64_t> numbers);

/// Sizes of nodes of neighbouring ranks: those of hosts, and powers of two. A node of one rank is
/// none.
std::vector<std::string> node_sizes(const TuningShape& shape);

}  // namespace sparlab::model
