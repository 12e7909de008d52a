#pragma once

#include <string_view>

/// Rejects invalid options before any data is read.
namespace sparlab::algos::selectors {

/// Throws std::invalid_argument "NAME = VALUE is refused: accepted is ACCEPTED" unless `accepted`.
void check_option(bool is_accepted, std::string_view name, double value, std::string_view accepted);

}  // namespace sparlab::algos::selectors
