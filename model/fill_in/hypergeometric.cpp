#include "model/fill_in/hypergeometric.hpp"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <limits>

#include "model/contract.hpp"

namespace sparlab::model {

double log_none_drawn(std::uint64_t population, std::uint64_t marked, std::uint64_t drawn) {
  SPARLAB_EXPECTS(marked <= population && drawn <= population);
  if (drawn > population - marked) return -std::numeric_limits<double>::infinity();
  // The ratio is symmetric in marked and drawn: prod over i < fewer of 1 - more / (n - i).
  const auto fewer = static_cast<double>(std::min(marked, drawn));
  const auto more = static_cast<double>(std::max(marked, drawn));
  const auto n = static_cast<double>(population);
  constexpr double direct_terms = 1024;
  if (fewer <= direct_terms) {
    double sum = 0;
    for (double i = 0; i < fewer; ++i) sum += std::log1p(-more / (n - i));
    return sum;
  }
  using boost::math::lgamma;
  return lgamma(n - more + 1) - lgamma(n - more - fewer + 1) - lgamma(n + 1) +
         lgamma(n - fewer + 1);
}

double some_drawn(std::uint64_t population, std::uint64_t marked, std::uint64_t drawn) {
  return -std::expm1(log_none_drawn(population, marked, drawn));
}

}  // namespace sparlab::model
