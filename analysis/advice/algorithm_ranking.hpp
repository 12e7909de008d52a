#pragma once

#include <string>
#include <vector>

#include "analysis/advice/interval.hpp"
#include "analysis/advice/place_model.hpp"
#include "analysis/advice/question.hpp"
#include "analysis/advice/setting_search.hpp"

namespace sparlab::analysis {

/// What the model says of algorithms that do the same at a place.
struct RankedAlgorithm {
  experiments::Point point;       ///< of the first of them, with the settings to use
  std::vector<std::string> same;  ///< the others: equal times, messages, bytes and memory
  model::Cost cost;
  double seconds = 0;
  Interval interval;
  double rank_bytes = 0;
  bool dense = false;
  TimedSettings asked;  ///< the algorithm of the question, whose other settings were searched
  std::vector<TimedSettings> tried;  ///< as SearchedSettings

  const std::string& name() const { return point.algorithm.spec(); }
  bool is_tuned() const { return !(point.algorithm == asked.algorithm); }
};

/// The algorithms of a question, the fastest first.
struct AlgorithmRanking {
  std::vector<RankedAlgorithm> exact;
  std::vector<RankedAlgorithm> approximate;
  std::vector<RankedAlgorithm> choosing;  ///< exact; they choose among other algorithms
};

/// The ranking of the algorithms of a question that have a model at its place. Exact ones have
/// their fastest settings, without those that is_far_behind excludes.
AlgorithmRanking rank_algorithms(const Question& question, const PlaceModel& place,
                                 const VariedMachines& machines, const SearchLimit& limit);

/// Whether a formula takes milliseconds, since it visits every block of a large vector, of an
/// algorithm that takes many times the least time: no search asks it.
bool is_far_behind(const experiments::Point& point, double seconds, double least_s);

}  // namespace sparlab::analysis
