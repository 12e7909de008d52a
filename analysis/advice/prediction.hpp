#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>

#include "analysis/advice/question.hpp"

namespace sparlab::analysis {

/// What the model says of the first algorithm of a question: time, interval, memory, the terms of
/// the time, its stages with their terms, the numbers of the platform that they use, and the
/// published cost. The terms are those of model::terms_of, so that they add up to the time.
nlohmann::ordered_json predict(const Question& question);

/// Prints a prediction in lines of at most 100 characters; with `explain`, also the formula in
/// symbols and in numbers.
void print_prediction(std::ostream& stream, const nlohmann::ordered_json& prediction, bool explain);

}  // namespace sparlab::analysis
