#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/base/contract.hpp"
#include "model/base/special_functions.hpp"
#include "model/fill_in/union_estimators.hpp"

namespace sparlab::model {
namespace {

constexpr std::size_t kValues = 80;
constexpr std::size_t kMostHolders = 40;
constexpr int kIterations = 500;

/// The values of p, increasing.
std::vector<double> frequencies(double ranks, std::size_t holders) {
  const auto most = static_cast<double>(holders);
  const double low = std::log(0.002 / ranks);
  // Indices with more holders are left out, and their frequencies with them.
  const double high = most < ranks ? std::min(0.999, (most + 3 * std::sqrt(most)) / ranks) : 0.999;
  std::vector<double> values;
  for (std::size_t j = 0; j < kValues; ++j) {
    values.push_back(std::exp(low + (std::log(high) - low) * static_cast<double>(j) /
                                        static_cast<double>(kValues - 1)));
  }
  return values;
}

/// The mixture's weights after some iterations. chance[i][j]: that an index with value j is held by
/// i ranks, for the counts i that occur, as often as in `indices`.
std::vector<double> fitted_weights(const std::vector<std::vector<double>>& chance,
                                   const std::vector<double>& indices,
                                   std::vector<double> weights) {
  const double all = std::reduce(indices.begin(), indices.end());
  std::vector<double> next(weights.size());
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    std::ranges::fill(next, 0.0);
    for (std::size_t i = 0; i < indices.size(); ++i) {
      const std::vector<double>& row = chance[i];
      const double sum = std::inner_product(row.begin(), row.end(), weights.begin(), 0.0);
      const double scale = indices[i] / (sum * all);
      for (std::size_t j = 0; j < next.size(); ++j) next[j] += scale * row[j] * weights[j];
    }
    weights.swap(next);
  }
  return weights;
}

}  // namespace

FrequencyMixture::FrequencyMixture(const HolderHistogram& histogram)
    : recorded_(histogram.ranks()) {
  SPARLAB_EXPECTS(recorded_ >= 1);
  const auto n = static_cast<double>(recorded_);
  const auto holders = static_cast<std::size_t>(std::min<std::uint64_t>(recorded_, kMostHolders));
  const std::vector<double> values = frequencies(n, holders);
  std::vector<std::vector<double>> chance;
  std::vector<double> indices;
  std::vector<double> counted(kValues, 0.0);  // probability of 1 to `holders` holders
  for (std::size_t i = 1; i <= holders; ++i) {
    const auto held = static_cast<double>(i);
    const double log_choices = log_gamma(n + 1) - log_gamma(held + 1) - log_gamma(n - held + 1);
    std::vector<double> row;
    for (std::size_t j = 0; j < kValues; ++j) {
      row.push_back(
          std::exp(log_choices + held * std::log(values[j]) + (n - held) * std::log1p(-values[j])));
      counted[j] += row[j];
    }
    if (histogram.held_by[i] <= 0) continue;
    chance.push_back(std::move(row));
    indices.push_back(histogram.held_by[i]);
  }
  if (indices.empty()) return;

  std::vector<double> weights;
  for (std::size_t j = 0; j < kValues; ++j) {
    for (auto& row : chance) row[j] /= counted[j];
    weights.push_back(std::min(1.0, std::sqrt(values[j] * n)));
  }
  const double sum = std::reduce(weights.begin(), weights.end());
  for (double& weight : weights) weight /= sum;
  weights = fitted_weights(chance, indices, std::move(weights));
  const double all = std::reduce(indices.begin(), indices.end());
  for (std::size_t j = 0; j < kValues; ++j) {
    log_miss_.push_back(std::log1p(-values[j]));
    unseen_.push_back(all * weights[j] / counted[j] * std::exp(n * log_miss_[j]));
  }
}

double FrequencyMixture::newcomers(std::uint64_t ranks) const {
  SPARLAB_EXPECTS(ranks >= recorded_);
  const auto more = static_cast<double>(ranks - recorded_);
  double sum = 0;
  for (std::size_t j = 0; j < unseen_.size(); ++j)
    sum -= unseen_[j] * std::expm1(more * log_miss_[j]);
  return sum;
}

}  // namespace sparlab::model
