#pragma once

#include <cstddef>
#include <functional>
#include <span>

/// What the model uses of Boost.Math, whose headers take seconds to compile.
namespace sparlab::model {

/// ln |gamma(x)|.
double log_gamma(double x);

/// x with P(X <= x) = probability, for Student's t distribution.
double student_quantile(double freedom, double probability);

/// P(X <= x) of the standard normal distribution.
double normal_probability(double x);

/// Of the number of heads among n throws of a coin: P(X <= heads), and a quantile, which may be off
/// by one in either direction.
double heads_probability(double n, double heads);
double heads_quantile(double n, double probability);

/// The place between `lo` and `hi`, where `function` has different signs, at which it has a root:
/// the middle of an interval whose ends agree in about `bits` bits. At most 200 evaluations.
double root(const std::function<double(double)>& function, double lo, double hi, int bits);

namespace detail {
/// Gauss-Legendre quadrature of 15 points in [-1, 1]: those of at least 0, and their weights.
std::span<const double> gauss_nodes();
std::span<const double> gauss_weights();
}  // namespace detail

/// The integral of a smooth function from `lo` to `hi`, by 15 points.
template <class Function>
double integral(const Function& function, double lo, double hi) {
  const double middle = (lo + hi) * 0.5;
  const double half = (hi - lo) * 0.5;
  const std::span<const double> nodes = detail::gauss_nodes();
  const std::span<const double> weights = detail::gauss_weights();
  double sum = function(middle) * weights[0];
  for (std::size_t i = 1; i < nodes.size(); ++i)
    sum += (function(middle + half * nodes[i]) + function(middle - half * nodes[i])) * weights[i];
  return half * sum;
}

}  // namespace sparlab::model
