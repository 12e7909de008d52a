#pragma once

#include <string>
#include <vector>

#include "analysis/advice/interval.hpp"
#include "analysis/advice/place_model.hpp"
#include "analysis/advice/question.hpp"

namespace sparlab::analysis {

/// Two algorithms are equally fast below this ratio of their times: no model is as exact.
inline constexpr double kAsFast = 1.01;

/// What the model says of algorithms that do the same at a place.
struct RankedAlgorithm {
  experiments::Point point;       ///< of the first of them
  std::vector<std::string> same;  ///< the others: equal times, messages, bytes and memory
  model::Cost cost;
  double seconds = 0;
  Interval interval;
  double rank_bytes = 0;
  bool dense = false;

  const std::string& name() const { return point.algorithm.spec(); }
};

/// The algorithms of a question, the fastest first.
struct AlgorithmRanking {
  std::vector<RankedAlgorithm> exact;
  std::vector<RankedAlgorithm> approximate;
  std::vector<RankedAlgorithm> choosing;  ///< exact; they choose among other algorithms
};

/// The ranking of the algorithms of a question that have a model at its place.
AlgorithmRanking rank_algorithms(const Question& question, const PlaceModel& place,
                                 const VariedMachines& machines);

}  // namespace sparlab::analysis
