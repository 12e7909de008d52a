#pragma once

#include <iosfwd>

#include "analysis/optimal/optimal.hpp"
#include "base/text/value.hpp"

namespace sparlab::report {

/// With the messages of a row's schedule, unless it is null.
base::Fields optimal_fields(const analysis::OptimalSchedules& found,
                            const analysis::optimal::FrontRow* shown);
void print_optimal(std::ostream& stream, const analysis::OptimalSchedules& found,
                   const analysis::optimal::FrontRow* shown);

}  // namespace sparlab::report
