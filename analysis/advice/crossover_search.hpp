#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "analysis/advice/question.hpp"
#include "analysis/results/panel.hpp"

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

/// Where the model's times of two competitors cross, to one entry per rank, one rank or one index:
/// model::find_integer_crossovers on a grid with eight steps in a doubling, and all P up to 512, or
/// to 64 with real data. Times are those of engine model.
///
/// Errors  ConfigError: as read_question; a range that is empty or beyond what input and platform
///         admit; a value of the axis; an algorithm compared with itself; real data along density
///         or N.
nlohmann::ordered_json search_crossovers(const CrossoverRequest& request);

/// Prints them in lines of at most 100 characters.
void print_crossover_search(std::ostream& stream, const nlohmann::ordered_json& found);

}  // namespace sparlab::analysis
