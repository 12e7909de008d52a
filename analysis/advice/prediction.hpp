#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/advice/interval.hpp"
#include "analysis/advice/question.hpp"
#include "model/base/cost.hpp"

namespace sparlab::analysis {

/// One summand of a stage, and what formulas call its unit time.
struct PredictedTerm {
  std::string symbol;  ///< "alpha", "beta_host", "gamma_merge"
  model::CostTerm term;
};

/// All stages of one name.
struct PredictedStage {
  std::string name;
  double seconds = 0;
  std::vector<PredictedTerm> terms;  ///< each symbol once
};

/// The time by kind of term, over all stages.
struct TimeTotals {
  double start_s = 0;
  double latency_s = 0;
  double bandwidth_s = 0;
  double ports_s = 0;
  double computation_s = 0;  ///< all gammas
};

/// The corrected form of a published cost at a place.
struct PublishedTime {
  std::string formula;
  std::string correction;  ///< may be empty
  Interval interval;
};

/// What the model says of one algorithm at a place.
struct AlgorithmPrediction {
  experiments::Point point;
  std::string place;  ///< as describe_place
  std::string platform, platform_hash;
  bool exact = true;
  double time_s = 0;
  Interval interval;
  double rank_bytes = 0;  ///< data of one rank at its peak
  double messages = 0;    ///< on the critical path
  double bytes = 0;       ///< on the critical path
  TimeTotals totals;
  std::vector<PredictedStage> stages;
  std::optional<PublishedTime> published;
  std::vector<std::string> assumed;                ///< as PlatformUncertainty
  std::optional<std::uint64_t> extrapolated_from;  ///< the ranks with data, if the place has more
  std::optional<std::string> chooses;              ///< of algorithms that choose others: which
};

/// The prediction of the first algorithm of a question. The terms are those of model::terms_of, so
/// that they add up to the time.
AlgorithmPrediction predict(const Question& question);

}  // namespace sparlab::analysis
