#include "analysis/results/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "analysis/results/panel.hpp"
#include "model/base/order_statistics.hpp"

namespace sparlab::analysis {
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

/// The times of the algorithms of a case, predicted and measured.
struct CaseTimes {
  std::vector<double> predicted, measured;

  std::size_t predicted_winner() const { return least(predicted); }
  std::size_t measured_winner() const { return least(measured); }
  double regret() const { return measured[predicted_winner()] / measured[measured_winner()]; }

 private:
  static std::size_t least(const std::vector<double>& times) {
    return static_cast<std::size_t>(std::ranges::min_element(times) - times.begin());
  }
};

CaseTimes times_of(const RankedCase& one) {
  CaseTimes times;
  for (const ComparedPoint* point : one.points) {
    times.predicted.push_back(predicted_s(point));
    times.measured.push_back(measured_s(point));
  }
  return times;
}

/// Each run of the case, with the median of the other runs as the measurement.
std::vector<CaseTimes> times_of_runs(const RankedCase& one) {
  std::vector<CaseTimes> all(one.points.front()->measured->held_runs().size());
  for (const ComparedPoint* point : one.points) {
    const std::vector<HeldRun> held = point->measured->held_runs();
    if (held.size() != all.size()) return {};
    for (std::size_t run = 0; run < held.size(); ++run) {
      all[run].predicted.push_back(held[run].run_s);
      all[run].measured.push_back(held[run].others_s);
    }
  }
  return all;
}

std::optional<RankingSummary> summary_of(const std::string& predictor,
                                         const std::vector<CaseTimes>& cases) {
  constexpr double kNear = 1.05;
  if (cases.empty()) return std::nullopt;
  RankingSummary summary;
  summary.predictor = predictor;
  summary.cases = cases.size();
  std::vector<double> regrets;
  std::vector<double> correlations;
  for (const CaseTimes& times : cases) {
    regrets.push_back(times.regret());
    if (times.predicted_winner() == times.measured_winner()) ++summary.right;
    if (regrets.back() <= kNear) ++summary.within_5;
    if (const auto correlation = spearman(times.predicted, times.measured))
      correlations.push_back(*correlation);
  }
  summary.regret_median = model::median(regrets);
  summary.regret_p90 = model::quantile(regrets, 0.9);
  summary.regret_worst = std::ranges::max(regrets);
  summary.correlated = correlations.size();
  if (!correlations.empty()) {
    summary.correlation_median = model::median(correlations);
    summary.correlation_least = std::ranges::min(correlations);
  }
  return summary;
}

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
  return *points[times_of(*this).predicted_winner()];
}

const ComparedPoint& RankedCase::measured_winner() const {
  return *points[times_of(*this).measured_winner()];
}

double RankedCase::regret() const { return times_of(*this).regret(); }

std::optional<double> RankedCase::correlation() const {
  const CaseTimes times = times_of(*this);
  return spearman(times.predicted, times.measured);
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
  std::vector<RankingSummary> summaries;
  const auto add = [&](const std::string& predictor, const std::vector<CaseTimes>& times) {
    if (auto summary = summary_of(predictor, times)) summaries.push_back(std::move(*summary));
  };
  for (const std::string& predictor : predictors) {
    std::vector<CaseTimes> times;
    for (const RankedCase& one : cases)
      if (one.predictor == predictor) times.push_back(times_of(one));
    add(predictor, times);
  }
  // All predictors are held against the same runs.
  std::vector<CaseTimes> runs;
  for (const RankedCase& one : cases) {
    if (one.predictor != cases.front().predictor) continue;
    const std::vector<CaseTimes> of_case = times_of_runs(one);
    runs.insert(runs.end(), of_case.begin(), of_case.end());
  }
  add(kAnotherRun, runs);
  return summaries;
}

}  // namespace sparlab::analysis
