#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>

#include "analysis/advice/crossover_search.hpp"

namespace sparlab::report {

/// The answer of `sparlab crossover --json`.
nlohmann::ordered_json crossovers_json(const analysis::FoundCrossovers& found);

/// The same in lines of at most 100 characters.
void print_crossovers(std::ostream& stream, const analysis::FoundCrossovers& found);

}  // namespace sparlab::report
