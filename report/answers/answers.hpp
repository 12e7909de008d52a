#pragma once

#include <iosfwd>

#include "analysis/advice/advice.hpp"
#include "analysis/advice/crossover_search.hpp"
#include "analysis/advice/prediction.hpp"
#include "analysis/advice/range_advice.hpp"
#include "analysis/advice/step_advice.hpp"
#include "base/text/value.hpp"

/// The answers of sparlab advise, predict and crossover: as data, and in lines of at most 100
/// characters.
namespace sparlab::report {

base::Fields advice_fields(const analysis::Advice& advice);
void print_advice(std::ostream& stream, const analysis::Advice& advice);

base::Fields range_advice_fields(const analysis::RangeAdvice& advice);
void print_range_advice(std::ostream& stream, const analysis::RangeAdvice& advice);

base::Fields step_advice_fields(const analysis::StepAdvice& advice);
void print_step_advice(std::ostream& stream, const analysis::StepAdvice& advice);

base::Fields prediction_fields(const analysis::AlgorithmPrediction& prediction);
/// With `explain`, also the formula in symbols and in numbers.
void print_prediction(std::ostream& stream, const analysis::AlgorithmPrediction& prediction,
                      bool explain);

base::Fields crossovers_fields(const analysis::FoundCrossovers& found);
void print_crossovers(std::ostream& stream, const analysis::FoundCrossovers& found);

}  // namespace sparlab::report
