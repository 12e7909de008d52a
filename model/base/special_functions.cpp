#include "model/base/special_functions.hpp"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cstdint>

namespace sparlab::model {
namespace {

using Gauss = boost::math::quadrature::gauss<double, 15>;
using Heads = boost::math::binomial_distribution<double>;

}  // namespace

double log_gamma(double x) { return boost::math::lgamma(x); }

double student_quantile(double freedom, double probability) {
  return boost::math::quantile(boost::math::students_t(freedom), probability);
}

double normal_probability(double x) { return cdf(boost::math::normal_distribution<double>(), x); }

double heads_probability(double n, double heads) { return cdf(Heads(n, 0.5), heads); }

double heads_quantile(double n, double probability) {
  return boost::math::quantile(Heads(n, 0.5), probability);
}

double root(const std::function<double(double)>& function, double lo, double hi, int bits) {
  std::uintmax_t iterations = 200;
  const auto bracket = boost::math::tools::toms748_solve(
      function, lo, hi, boost::math::tools::eps_tolerance<double>(static_cast<unsigned>(bits)),
      iterations);
  return (bracket.first + bracket.second) / 2;
}

std::span<const double> detail::gauss_nodes() { return Gauss::abscissa(); }
std::span<const double> detail::gauss_weights() { return Gauss::weights(); }

}  // namespace sparlab::model
