#pragma once

#include <optional>
#include <string>

#include "model/base/cost.hpp"

namespace sparlab::api {

/// The machine for which operations choose algorithms.
struct KnownMachine {
  model::Machine numbers;
  std::string title;  ///< "platform NAME (HASH)": equal if the numbers are
};

/// The machine of the platform file that the environment variable SPARLAB_MACHINE names, for this
/// many ranks; nullopt if it is not set. Not collective.
/// Errors  Refusal: a file that is no platform, or one of fewer ranks.
std::optional<KnownMachine> machine_of_environment(int ranks);

}  // namespace sparlab::api
