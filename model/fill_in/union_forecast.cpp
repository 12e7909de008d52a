#include "model/fill_in/union_forecast.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <utility>

#include "model/base/contract.hpp"
#include "model/base/special_functions.hpp"

namespace sparlab::model {
namespace {

/// The number of subsets of a size: fewer for large inputs, which bounds the time of counting.
std::uint64_t subsets_for(std::size_t entries) {
  constexpr double kCounted = 3e8;
  return static_cast<std::uint64_t>(
      std::clamp(kCounted / static_cast<double>(entries + 1), 4.0, 16.0));
}

/// Subsets of ranks in pairs: each second one is taken from the ranks that the one before left out,
/// as far as they suffice.
class SubsetDraws {
 public:
  explicit SubsetDraws(std::size_t ranks) : random_(ranks), order_(ranks) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
  }

  std::vector<std::size_t> next(std::size_t size) {
    const auto by = static_cast<std::ptrdiff_t>(size);
    if (second_) {
      std::ranges::reverse(order_);
    } else {
      // Fisher-Yates with the generator's own numbers: the same on every platform.
      for (std::size_t i = order_.size(); i > 1; --i)
        std::swap(order_[i - 1], order_[static_cast<std::size_t>(random_() % i)]);
    }
    second_ = !second_;
    return {order_.begin(), order_.begin() + by};
  }

 private:
  std::mt19937_64 random_;
  std::vector<std::size_t> order_;
  bool second_ = false;
};

double pairs(double ranks) { return ranks * (ranks - 1) / 2; }

}  // namespace

UnionForecast::UnionForecast(HolderTable table)
    : table_(std::move(table)), histogram_(table_.histogram()) {
  for (const UnionModelInfo& info : kUnionModels)
    curves_[static_cast<std::size_t>(info.model)] = fit_union(info.model, histogram_);
  const std::uint64_t n = recorded_ranks();
  if (n < kLeastRanks) return;
  const std::uint64_t half = std::max<std::uint64_t>(2, n / 2);
  validate(half);
  if (n / 4 >= 2) validate(n / 4);
  std::ranges::stable_sort(validation_, {}, &UnionValidation::model);
  choose();
}

void UnionForecast::validate(std::uint64_t fitted) {
  const double truth = histogram_.seen();
  const std::uint64_t subsets = subsets_for(table_.entries());
  SubsetDraws draws(table_.ranks());
  std::array<UnionValidation, kUnionModels.size()> errors{};
  for (std::uint64_t i = 0; i < subsets; ++i) {
    const HolderHistogram part = table_.histogram(draws.next(static_cast<std::size_t>(fitted)));
    for (const UnionModelInfo& info : kUnionModels) {
      if (!info.candidate) continue;
      const double predicted = fit_union(info.model, part)(recorded_ranks());
      const double error = truth > 0 ? predicted / truth - 1 : 0;
      UnionValidation& sum = errors[static_cast<std::size_t>(info.model)];
      sum.mean_error += error;
      sum.rms_error += error * error;
      sum.worst_error = std::max(sum.worst_error, std::abs(error));
    }
  }
  const auto count = static_cast<double>(subsets);
  for (const UnionModelInfo& info : kUnionModels) {
    if (!info.candidate) continue;
    const UnionValidation& sum = errors[static_cast<std::size_t>(info.model)];
    validation_.push_back({info.model, fitted, subsets, sum.mean_error / count,
                           std::sqrt(sum.rms_error / count), sum.worst_error});
  }
}

void UnionForecast::choose() {
  std::array<double, kUnionModels.size()> squares{};
  for (const UnionValidation& row : validation_)
    squares[static_cast<std::size_t>(row.model)] += row.rms_error * row.rms_error;
  constexpr double kClearly = 0.8;
  double best = std::sqrt(squares.front());
  for (const UnionModelInfo& info : kUnionModels) {
    const double error = std::sqrt(squares[static_cast<std::size_t>(info.model)]);
    if (!info.candidate || !(error < kClearly * best)) continue;
    recommended_ = info.model;
    best = error;
  }
}

std::vector<UnionForecast::LeftOut> UnionForecast::leave_groups_out() const {
  constexpr std::uint64_t kMostGroups = 32;
  const std::uint64_t n = recorded_ranks();
  const std::uint64_t groups = std::min(n, kMostGroups);
  std::vector<LeftOut> left_out;
  for (std::uint64_t group = 0; group < groups; ++group) {
    std::vector<std::size_t> rest;
    for (std::size_t rank = 0; rank < n; ++rank)
      if (rank % groups != group) rest.push_back(rank);
    const HolderHistogram part = table_.histogram(rest);
    left_out.push_back({rest.size(), part.seen(), fit_union(recommended_, part)});
  }
  return left_out;
}

/// The standard error of the fitted newcomers: each group of ranks is left out once.
double UnionForecast::jackknife_error(std::uint64_t ranks) const {
  std::call_once(left_out_made_, [this] { left_out_ = leave_groups_out(); });
  std::vector<double> newcomers;
  for (const LeftOut& part : left_out_)
    newcomers.push_back(part.curve(ranks - recorded_ranks() + part.ranks) - part.seen);
  const auto count = static_cast<double>(newcomers.size());
  const double mean = std::reduce(newcomers.begin(), newcomers.end()) / count;
  double squares = 0;
  for (const double value : newcomers) squares += (value - mean) * (value - mean);
  return std::sqrt(squares * (count - 1) / count);
}

/// The largest difference from the recommended model of those that are meant for so many ranks.
double UnionForecast::disagreement(std::uint64_t ranks) const {
  double largest = 0;
  for (const UnionModelInfo& info : kUnionModels) {
    const bool series = info.model == UnionModel::good_toulmin;
    if (!info.candidate || (series && ranks - recorded_ranks() > recorded_ranks())) continue;
    largest = std::max(largest, std::abs(expected(info.model, ranks) - expected(ranks)));
  }
  return largest;
}

UnionForecast::Interval UnionForecast::interval(std::uint64_t ranks) const {
  const std::uint64_t recorded = recorded_ranks();
  SPARLAB_EXPECTS(recorded >= kLeastRanks && ranks > recorded);
  const auto n = static_cast<double>(recorded);
  const double more = static_cast<double>(ranks) - n;
  const double seen = histogram_.seen();
  const double newcomers = expected(ranks) - seen;
  // Runs of indices count, not indices: they come and go together. An event that was not observed
  // is expected fewer than 3 times, with 95 % probability: a newcomer in n ranks, a repetition in
  // the pairs of n ranks.
  const double run = table_.mean_run();
  const double unseen_newcomers = 3 * run * more / n;
  const double unseen_repetitions = 3 * run * (pairs(n + more) / pairs(n) - 1);
  const double counting = std::sqrt(std::max(newcomers, 0.0) * run);
  const double error = std::max(counting, jackknife_error(ranks) * std::sqrt(1 + n / more));
  // 0.99 instead of 0.975: a few workers with many indices of their own make heavy tails.
  const double quantile = student_quantile(std::min(n, 32.0) - 1, 0.99);
  // Newcomers are positive and skewed: factors, not differences, are symmetric.
  const double relative = newcomers > 0 ? std::min(1.0, quantile * error / newcomers) : 0;
  const double spread = disagreement(ranks);
  double largest = 0;
  for (std::size_t rank = 0; rank < table_.ranks(); ++rank)
    largest = std::max(largest, table_.entries_of(rank));
  const double most = std::min(static_cast<double>(histogram_.universe), seen + more * largest);
  const double low =
      newcomers - quantile * error / (1 + relative / 2) - spread - unseen_repetitions;
  const double high = newcomers + quantile * error * (1 + relative / 2) + spread + unseen_newcomers;
  return {seen + std::max(0.0, low), std::min(most, std::max(expected(ranks), seen + high))};
}

}  // namespace sparlab::model
