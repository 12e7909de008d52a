#pragma once

#include <iosfwd>

#include "analysis/results/accuracy.hpp"

namespace sparlab::report {

/// Prints what was compared, the errors, the order of algorithms, the crossovers and the worst
/// points, about 120 columns wide.
void print_accuracy(std::ostream& stream, const analysis::Accuracy& accuracy);

}  // namespace sparlab::report
