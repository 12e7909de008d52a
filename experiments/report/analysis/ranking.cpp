#include "experiments/report/analysis/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "experiments/report/analysis/panel.hpp"
#include "model/base/order_statistics.hpp"

namespace sparlab::experiments {
namespace {

/// The rank of each value, counted from 1; equal values have the mean of their ranks.
std::vector<double> mean_ranks(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  std::vector<double> ranks(values.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    const double rank = (static_cast<double>(begin + end) + 1) / 2;
    for (; begin < end; ++begin) ranks[order[begin]] = rank;
  }
  return ranks;
}

double measured_s(const ComparedPoint* point) { return point->measured->merged.time_s; }
double predicted_s(const ComparedPoint* point) { return point->prediction->time_s; }

}  // namespace

std::optional<double> spearman(std::span<const double> first, std::span<const double> second) {
  const std::size_t count = first.size();
  if (count < 3 || second.size() != count) return std::nullopt;
  const std::vector<double> a = mean_ranks(first);
  const std::vector<double> b = mean_ranks(second);
  const double mean = (static_cast<double>(count) + 1) / 2;
  double covariance = 0;
  double variance_a = 0;
  double variance_b = 0;
  for (std::size_t i = 0; i < count; ++i) {
    covariance += (a[i] - mean) * (b[i] - mean);
    variance_a += (a[i] - mean) * (a[i] - mean);
    variance_b += (b[i] - mean) * (b[i] - mean);
  }
  if (!(variance_a > 0 && variance_b > 0)) return std::nullopt;
  return covariance / std::sqrt(variance_a * variance_b);
}

const ComparedPoint& RankedCase::predicted_winner() const {
  return **std::ranges::min_element(points, {}, predicted_s);
}

const ComparedPoint& RankedCase::measured_winner() const {
  return **std::ranges::min_element(points, {}, measured_s);
}

double RankedCase::regret() const {
  return measured_s(&predicted_winner()) / measured_s(&measured_winner());
}

std::optional<double> RankedCase::correlation() const {
  std::vector<double> predicted;
  std::vector<double> measured;
  for (const ComparedPoint* point : points) {
    predicted.push_back(predicted_s(point));
    measured.push_back(measured_s(point));
  }
  return spearman(predicted, measured);
}

std::vector<RankedCase> ranked_cases(const Pairing& pairing) {
  std::map<std::pair<std::string, std::string>, RankedCase> cases;
  std::vector<const RankedCase*> order;
  for (const ComparedPoint& point : pairing.points) {
    if (is_approximate(point.point().algorithm.spec())) continue;
    const auto [found, fresh] = cases.try_emplace({point.predictor, point.measured->case_key});
    if (fresh) order.push_back(&found->second);
    found->second.predictor = point.predictor;
    found->second.points.push_back(&point);
  }
  std::vector<RankedCase> ranked;
  for (const RankedCase* one : order) {
    if (one->points.size() < 2) continue;
    ranked.push_back(*one);
    std::ranges::stable_sort(ranked.back().points, {}, [](const ComparedPoint* point) {
      return registry_position(point->point().algorithm.spec());
    });
  }
  return ranked;
}

std::vector<RankingSummary> ranking_summaries(const std::vector<RankedCase>& cases,
                                              const std::vector<std::string>& predictors) {
  constexpr double kNear = 1.05;
  std::vector<RankingSummary> summaries;
  for (const std::string& predictor : predictors) {
    RankingSummary summary;
    summary.predictor = predictor;
    std::vector<double> regrets;
    std::vector<double> correlations;
    for (const RankedCase& one : cases) {
      if (one.predictor != predictor) continue;
      const double regret = one.regret();
      regrets.push_back(regret);
      if (&one.predicted_winner() == &one.measured_winner()) ++summary.right;
      if (regret <= kNear) ++summary.within_5;
      if (const auto correlation = one.correlation()) correlations.push_back(*correlation);
    }
    if (regrets.empty()) continue;
    summary.cases = regrets.size();
    summary.regret_median = model::median(regrets);
    summary.regret_p90 = model::quantile(regrets, 0.9);
    summary.regret_worst = std::ranges::max(regrets);
    summary.correlated = correlations.size();
    if (!correlations.empty()) {
      summary.correlation_median = model::median(correlations);
      summary.correlation_least = std::ranges::min(correlations);
    }
    summaries.push_back(std::move(summary));
  }
  return summaries;
}

}  // namespace sparlab::experiments
