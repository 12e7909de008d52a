#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace sparlab::cli {

/// All algorithms with the data of the registry: name, title, source, result (exact or
/// approximate), mass (of approximate ones: conserved or lost), needs, engines, dense_input and
/// parameters.
nlohmann::json list_algorithms();

/// The same for one algorithm.
/// Errors  ConfigError: no such algorithm.
nlohmann::json describe_algorithm(const std::string& name);

}  // namespace sparlab::cli
