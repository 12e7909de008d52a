#pragma once

#include <iosfwd>

#include "analysis/results/accuracy.hpp"
#include "base/text/value.hpp"

namespace sparlab::report {

/// Prints what was compared, the errors, the order of algorithms, the crossovers and the worst
/// points, about 120 columns wide.
void print_accuracy(std::ostream& stream, const analysis::Accuracy& accuracy);

/// All results of a comparison, with each compared point.
base::Value accuracy_value(const analysis::Accuracy& accuracy);

/// One line for each compared point, with the ids of the records.
void write_accuracy_csv(std::ostream& stream, const analysis::Accuracy& accuracy);

/// What texts and data have of a result.
base::Fields error_fields(const analysis::ErrorGroup& group);
base::Fields ranking_fields(const analysis::RankingSummary& ranking);
base::Fields crossover_fields(const analysis::MatchedCrossover& crossover);

}  // namespace sparlab::report
