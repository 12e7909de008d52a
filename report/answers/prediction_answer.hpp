#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>

#include "analysis/advice/prediction.hpp"

namespace sparlab::report {

/// The answer of `sparlab predict --json`.
nlohmann::ordered_json prediction_json(const analysis::AlgorithmPrediction& prediction);

/// The same in lines of at most 100 characters; with `explain`, also the formula in symbols and in
/// numbers.
void print_prediction(std::ostream& stream, const analysis::AlgorithmPrediction& prediction,
                      bool explain);

}  // namespace sparlab::report
