#include "model/fill_in/newcomer_placement.hpp"

#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <numeric>
#include <utility>

#include "model/base/contract.hpp"

namespace sparlab::model {

NewcomerPlacement::NewcomerPlacement(std::vector<double> unseen, std::vector<double> singletons)
    : unseen_(std::move(unseen)), rate_(std::move(singletons)) {
  SPARLAB_EXPECTS(unseen_.size() == rate_.size());
  all_unseen_ = std::reduce(unseen_.begin(), unseen_.end());
  SPARLAB_EXPECTS(all_unseen_ > 0);
  for (std::size_t i = 0; i < rate_.size(); ++i) {
    rate_[i] = unseen_[i] > 0 ? (rate_[i] + unseen_[i] / all_unseen_) / unseen_[i] : 0;
    all_rates_ += rate_[i] * unseen_[i];
  }
}

std::vector<double> NewcomerPlacement::at(double hazard) const {
  std::vector<double> newcomers(unseen_.size());
  for (std::size_t i = 0; i < unseen_.size(); ++i) {
    newcomers[i] = -unseen_[i] * std::expm1(-hazard * rate_[i]);
  }
  return newcomers;
}

std::vector<double> NewcomerPlacement::place(double total) const {
  SPARLAB_EXPECTS(total >= 0 && total <= all_unseen_ * (1 + 1e-12));
  if (total <= 0) return std::vector<double>(unseen_.size(), 0.0);
  if (total >= all_unseen_ * (1 - 1e-12)) return unseen_;
  const auto excess = [&](double log_hazard) {
    const std::vector<double> newcomers = at(std::exp(log_hazard));
    return std::reduce(newcomers.begin(), newcomers.end()) / total - 1;
  };
  // Lower end: no saturation. Upper end: the slowest rate is at least 1/U per index.
  const double lo = std::log(total / all_rates_);
  const double hi = std::log(-std::log1p(-total / all_unseen_) * all_unseen_);
  if (excess(lo) >= 0) return at(std::exp(lo));
  if (excess(hi) <= 0) return at(std::exp(hi));
  std::uintmax_t iterations = 200;
  const auto bracket = boost::math::tools::toms748_solve(
      excess, lo, hi, boost::math::tools::eps_tolerance<double>(48), iterations);
  return at(std::exp((bracket.first + bracket.second) / 2));
}

}  // namespace sparlab::model
