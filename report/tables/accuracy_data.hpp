#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>

#include "analysis/results/accuracy.hpp"

namespace sparlab::report {

/// All results of a comparison, with each compared point.
nlohmann::ordered_json accuracy_to_json(const analysis::Accuracy& accuracy);

/// One line for each compared point, with the ids of the records; numbers read back to the same
/// bits. A cell is empty if its value is unknown.
void write_accuracy_csv(std::ostream& stream, const analysis::Accuracy& accuracy);

}  // namespace sparlab::report
