#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/advice/axis_times.hpp"
#include "analysis/advice/question.hpp"

namespace sparlab::analysis {

/// Two competitors along an axis: of an input of real data, along P.
struct CrossoverRequest {
  QuestionRequest question;  ///< without algorithms, and without a value of the axis
  /// A spec, or "sparse" or "dense": the fastest exact one of these that does not choose others.
  std::string first;
  std::string second;
  Axis axis = Axis::density;
  std::string from;  ///< as on an axis; empty: density 1/N, P = 2, N = 2^10
  /// Empty: density 1, the platform's ranks up to 1024 (real data: 256), N = 2^30.
  std::string to;
};

/// From one step of the axis to the next, the other competitor becomes the faster one.
struct SolvedCrossover {
  AxisPosition up_to;      ///< the last step before
  AxisPosition at;         ///< the first step after
  std::uint64_t step = 0;  ///< of `at`: k for densities, P or N
  std::string faster_after;
  std::string first_algorithm, second_algorithm;  ///< specs: the fastest of each competitor at `at`
  double first_s = 0, second_s = 0;               ///< their times there
};

/// The crossovers of two competitors, in the order of the axis.
struct FoundCrossovers {
  std::string first, second;
  Axis axis = Axis::density;
  AxisPosition from, to;
  std::string input;
  std::string platform, platform_hash;
  std::string fixed;  ///< "P = 64, density 0.1 %"
  /// At the ends of the range; none where they take the same time, or one does not run.
  std::optional<std::string> faster_at_first, faster_at_last;
  std::vector<SolvedCrossover> crossovers;
  std::optional<std::uint64_t> extrapolated_from;  ///< the ranks with data, if the range has more
};

/// Where the model's times of two competitors cross, to one entry per rank, one rank or one index:
/// model::find_integer_crossovers on a grid with eight steps in a doubling, and all P up to 512, or
/// to 64 with real data. Times are those of engine model.
///
/// Errors  ConfigError: as read_question; a range that is empty or beyond what input and platform
///         admit; a value of the axis; an algorithm compared with itself; real data along density
///         or N.
FoundCrossovers search_crossovers(const CrossoverRequest& request);

}  // namespace sparlab::analysis
