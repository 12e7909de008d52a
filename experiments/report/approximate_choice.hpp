#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/report/panel.hpp"

namespace sparlab::experiments {

/// error_l2 up to which an approximate result is recommended, unless the user says otherwise: a
/// tenth of the norm of the sum.
inline constexpr double kMostError = 0.1;

/// The range of error_l2 of an algorithm's results.
struct KnownError {
  double least = 0;
  double greatest = 0;

  /// "0.1", or "0.1 to 0.5".
  std::string text() const;
};

/// Over the engines that saw values at a position; nothing if none did.
std::optional<KnownError> known_error(const Panel& panel, const std::string& algorithm,
                                      double position);

/// Over all positions.
std::optional<KnownError> known_error(const Panel& panel, const std::string& algorithm);

/// The approximate series of a panel, with those records alone whose error is known at their
/// position and at most `most_error`.
Panel within_error(const Panel& panel, double most_error);

/// For each engine which approximate algorithm is the fastest of those within the bound, in which
/// stretch of the axis, with its error: only where it is faster than all exact ones. Then which are
/// not recommended, and why. None if the panel has no approximate algorithm.
std::vector<std::string> approximate_sentences(const Panel& panel, double most_error);

}  // namespace sparlab::experiments
