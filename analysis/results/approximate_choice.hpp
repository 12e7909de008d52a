#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/results/panel.hpp"

namespace sparlab::analysis {

/// The largest error_l2 of an approximate result that is recommended by default: a tenth of the
/// norm of the sum.
inline constexpr double kMostError = 0.1;

/// The range of error_l2 of an algorithm's results.
struct KnownError {
  double least = 0;
  double greatest = 0;

  /// "0.1", or "0.1 to 0.5".
  std::string text() const;
};

/// Over the engines that carried values at a position; nullopt if there is none.
std::optional<KnownError> known_error(const Panel& panel, const std::string& algorithm,
                                      double position);

/// Over all positions.
std::optional<KnownError> known_error(const Panel& panel, const std::string& algorithm);

/// The approximate series of a panel, restricted to the records whose error at their position is
/// known and at most `most_error`.
Panel within_error(const Panel& panel, double most_error);

/// For each engine, the fastest approximate algorithm within the bound in each stretch of the axis,
/// with its error, where it is faster than all exact ones. Then the algorithms that are not
/// recommended, with the reason. Empty if the panel has no approximate algorithm.
std::vector<std::string> approximate_sentences(const Panel& panel, double most_error);

}  // namespace sparlab::analysis
