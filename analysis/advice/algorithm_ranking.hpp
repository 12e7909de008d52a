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
  std::vector<RankedAlgorithm> choosing;   ///< exact; they choose among other algorithms
  std::vector<RefusedAlgorithm> excluded;  ///< they need more memory than the question allows
};

/// The ranking of the algorithms of a question that have a model at its place. Exact ones have
/// their fastest settings, without those that is_far_behind excludes.
AlgorithmRanking rank_algorithms(const Question& question, const PlaceModel& place,
                                 const VariedMachines& machines, const SearchLimit& limit);

/// Whether an algorithm needs more memory than a rank has for it.
bool exceeds_memory(const Question& question, const experiments::Point& point,
                    const PlaceModel& place);

/// Errors  ConfigError: there is only one rank.
void require_ranks(const experiments::Point& place);
/// Errors  ConfigError, always: no exact algorithm is left, because of the memory if it is limited.
[[noreturn]] void refuse_without_exact(const Question& question, const std::string& accepted);

/// Whether a formula takes milliseconds, since it visits every block of a large vector, of an
/// algorithm that takes many times the least time: no search asks it.
bool is_far_behind(const experiments::Point& point, double seconds, double least_s);

}  // namespace sparlab::analysis
