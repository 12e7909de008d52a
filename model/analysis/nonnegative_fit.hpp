#pragma once

#include <span>
#include <vector>

namespace sparlab::model {

/// One measured time and how often each unknown cost occurs in it.
struct Observation {
  std::vector<double> counts;
  double seconds = 0;
  double known_s = 0;  ///< the part of the time that no unknown cost explains
};

/// Costs that explain times, none of them negative.
struct NonnegativeFit {
  std::vector<double> costs;
  std::vector<double> relative_errors;  ///< (fitted - measured) / measured, by observation
};

/// The costs of at least 0 that make the sum of the absolute relative errors small: a few times
/// that nothing explains do not bend the fit as they would with squares. A cost that never occurs
/// is 0. If several costs fit equally well, the result is one of them.
///
/// Iterated least squares (weights 1 / error, from 2 % on) with the active-set method of Lawson and
/// Hanson.
///
/// Errors  std::invalid_argument: no observation, observations with different numbers of counts, a
///         time that is not positive and finite, a count or a known part that is negative or not
///         finite.
NonnegativeFit fit_nonnegative(std::span<const Observation> observations);

}  // namespace sparlab::model
