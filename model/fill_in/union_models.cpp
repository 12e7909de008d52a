#include "model/fill_in/union_models.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "model/base/contract.hpp"
#include "model/fill_in/occupancy.hpp"
#include "model/fill_in/union_estimators.hpp"

namespace sparlab::model {
namespace {

/// Expected new indices of the ranks after the recorded ones.
using Newcomers = std::function<double(std::uint64_t ranks)>;

double evenly_drawn(const HolderHistogram& histogram, std::uint64_t ranks) {
  const auto universe = static_cast<double>(histogram.universe);
  const double mean = histogram.entries() / static_cast<double>(histogram.ranks());
  return universe * at_least_once(std::log1p(-mean / universe), ranks);
}

/// True if the recorded ranks share fewer indices than any independent ranks would: repetitions are
/// more than three standard deviations below those of evenly drawn indices, the fewest.
bool repels(const HolderHistogram& histogram) {
  const double repeated = histogram.entries() - histogram.seen();
  const double least = histogram.entries() - evenly_drawn(histogram, histogram.ranks());
  return least - repeated > 3 * std::sqrt(std::max(1.0, least));
}

UnionCurve curve(const HolderHistogram& histogram, Newcomers newcomers) {
  const auto universe = static_cast<double>(histogram.universe);
  const double seen = histogram.seen();
  const double log_unseen =
      repels(histogram) ? -std::numeric_limits<double>::infinity() : std::log1p(-seen / universe);
  return [=, newcomers = std::move(newcomers)](std::uint64_t ranks) {
    if (ranks <= histogram.ranks()) return rarefied(histogram, ranks);
    const double growth = static_cast<double>(ranks) / static_cast<double>(histogram.ranks());
    const double most = -universe * std::expm1(growth * log_unseen);
    return std::clamp(seen + newcomers(ranks), seen, std::max(seen, most));
  };
}

template <class Model>
UnionCurve fitted(const HolderHistogram& histogram) {
  const auto model = std::make_shared<const Model>(histogram);
  return curve(histogram, [model](std::uint64_t ranks) { return model->newcomers(ranks); });
}

UnionCurve good_toulmin(const HolderHistogram& histogram) {
  const auto model =
      std::make_shared<const UnionExtrapolation>(histogram.universe, histogram.held_by);
  return curve(histogram,
               [model](std::uint64_t ranks) { return model->expected(ranks) - model->seen(); });
}

/// The growth D_m = U(m) - U(m-1) of the expected union is the sequence of moments of a positive
/// measure, whose ratios D_(m+1) / D_m never decrease. If the last ratio stays constant, this
/// bounds the union from below, as the estimators of Chao do.
UnionCurve lower_bound(const HolderHistogram& histogram) {
  const auto n = static_cast<double>(histogram.ranks());
  const double last = histogram.held_by[1] / n;
  const double pairs = n > 1 ? 2 * histogram.held_by[2] / (n * (n - 1)) : 0;
  return curve(histogram, [=](std::uint64_t ranks) {
    if (last <= 0) return 0.0;
    const double more = static_cast<double>(ranks) - n;
    const double log_ratio = -std::log1p(pairs / last);
    if (log_ratio > -1e-12) return last * more;
    return last * std::exp(log_ratio) * std::expm1(more * log_ratio) / std::expm1(log_ratio);
  });
}

UnionCurve independent(const HolderHistogram& histogram) {
  return [histogram](std::uint64_t ranks) {
    const auto n = static_cast<double>(histogram.ranks());
    double sum = 0;
    for (std::size_t i = 1; i < histogram.held_by.size(); ++i) {
      if (histogram.held_by[i] <= 0) continue;
      sum += histogram.held_by[i] * at_least_once(std::log1p(-static_cast<double>(i) / n), ranks);
    }
    return sum;
  };
}

}  // namespace

double rarefied(const HolderHistogram& histogram, std::uint64_t ranks) {
  SPARLAB_EXPECTS(ranks <= histogram.ranks());
  double sum = 0;
  for (std::size_t i = 1; i < histogram.held_by.size(); ++i) {
    if (histogram.held_by[i] <= 0) continue;
    sum += histogram.held_by[i] * some_drawn(histogram.ranks(), i, ranks);
  }
  return sum;
}

UnionCurve fit_union(UnionModel model, const HolderHistogram& histogram) {
  SPARLAB_EXPECTS(histogram.held_by.size() >= 2 && histogram.universe >= 1);
  SPARLAB_EXPECTS(histogram.seen() <= static_cast<double>(histogram.universe));
  switch (model) {
    case UnionModel::mixture:
      return fitted<FrequencyMixture>(histogram);
    case UnionModel::beta_binomial:
      return fitted<TruncatedBetaBinomial>(histogram);
    case UnionModel::good_toulmin:
      return good_toulmin(histogram);
    case UnionModel::lower_bound:
      return lower_bound(histogram);
    case UnionModel::independent:
      return independent(histogram);
    case UnionModel::uniform:
      return [histogram](std::uint64_t ranks) { return evenly_drawn(histogram, ranks); };
  }
  contract_violation("model is a UnionModel", __FILE__, __LINE__);
}

}  // namespace sparlab::model
