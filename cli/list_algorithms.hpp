#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace sparlab::cli {

/// Every algorithm with what the registry knows of it: name, title, source, result (exact or
/// approximate), mass (of approximate ones: conserved or lost), needs, engines, dense_input and its
/// parameters.
nlohmann::json list_algorithms();

/// One of them.
/// Errors  ConfigError: no such algorithm.
nlohmann::json describe_algorithm(const std::string& name);

}  // namespace sparlab::cli
