#include "analysis/changes/rank_test.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "model/base/contract.hpp"
#include "model/base/order_statistics.hpp"
#include "model/base/special_functions.hpp"

namespace sparlab::analysis {
namespace {

/// Above this product of sizes, the normal approximation is accurate to three digits.
constexpr std::size_t kMostExactPairs = 2500;

struct RankSum {
  double u = 0;        ///< pairs in which a value of `a` is larger; a tie counts half
  double tie_sum = 0;  ///< sum of t^3 - t over groups of t equal values
};

RankSum rank_sum(std::span<const double> a, std::span<const double> b) {
  struct Value {
    double value;
    bool of_a;
  };
  std::vector<Value> all;
  for (const double value : a) all.push_back({value, true});
  for (const double value : b) all.push_back({value, false});
  std::ranges::sort(all, {}, &Value::value);
  RankSum result;
  double ranks_of_a = 0;
  for (std::size_t begin = 0; begin < all.size();) {
    std::size_t end = begin;
    std::size_t of_a = 0;
    for (; end < all.size() && all[end].value == all[begin].value; ++end)
      of_a += all[end].of_a ? 1 : 0;
    const auto ties = static_cast<double>(end - begin);
    const double mean_rank = static_cast<double>(begin + end + 1) / 2;
    ranks_of_a += mean_rank * static_cast<double>(of_a);
    result.tie_sum += ties * ties * ties - ties;
    begin = end;
  }
  const auto size = static_cast<double>(a.size());
  result.u = ranks_of_a - size * (size + 1) / 2;
  return result;
}

/// The share of the orders of n + m different values whose U is at most `u`. The number of orders
/// with each U satisfies f(n, m, u) = f(n - 1, m, u - m) + f(n, m - 1, u).
double exact_tail(std::size_t n, std::size_t m, std::size_t u) {
  const std::size_t width = n * m + 1;
  // Row j holds f(i, j, .) while i grows.
  std::vector<std::vector<double>> rows(m + 1, std::vector<double>(width, 0.0));
  for (auto& row : rows) row[0] = 1;  // without values of `a` there is one order
  for (std::size_t i = 1; i <= n; ++i) {
    std::fill(rows[0].begin() + 1, rows[0].end(), 0.0);
    for (std::size_t j = 1; j <= m; ++j) {
      std::vector<double> next(width, 0.0);
      for (std::size_t k = 0; k < width; ++k)
        next[k] = (k >= j ? rows[j][k - j] : 0.0) + rows[j - 1][k];
      rows[j] = std::move(next);
    }
  }
  const std::vector<double>& counts = rows[m];
  const auto last = counts.begin() + static_cast<std::ptrdiff_t>(std::min(u, width - 1)) + 1;
  return std::accumulate(counts.begin(), last, 0.0) /
         std::accumulate(counts.begin(), counts.end(), 0.0);
}

double resampled_median(std::span<const double> samples, std::vector<double>& work,
                        std::mt19937_64& random) {
  work.clear();
  // A modulo is the same on every standard library, unlike a distribution; its bias is 2^-50.
  for (std::size_t i = 0; i < samples.size(); ++i)
    work.push_back(samples[random() % samples.size()]);
  return model::median(work);
}

}  // namespace

double mann_whitney(std::span<const double> a, std::span<const double> b) {
  SPARLAB_EXPECTS(!a.empty() && !b.empty());
  const RankSum sum = rank_sum(a, b);
  const auto n = static_cast<double>(a.size());
  const auto m = static_cast<double>(b.size());
  const double smaller = std::min(sum.u, n * m - sum.u);
  if (sum.tie_sum == 0 && a.size() * b.size() <= kMostExactPairs)
    return std::min(1.0, 2 * exact_tail(a.size(), b.size(), static_cast<std::size_t>(smaller)));
  const double total = n + m;
  const double variance = n * m / 12 * (total + 1 - sum.tie_sum / (total * (total - 1)));
  if (!(variance > 0)) return 1;
  const double distance = std::max(0.0, n * m / 2 - smaller - 0.5);
  return std::min(1.0, 2 * model::normal_probability(-distance / std::sqrt(variance)));
}

std::vector<double> corrected_for_many(std::span<const double> p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p_values[i]; });
  std::vector<double> corrected(p_values.size());
  double least = 1;
  for (std::size_t rank = order.size(); rank > 0; --rank) {
    const std::size_t i = order[rank - 1];
    least = std::min(least,
                     p_values[i] * static_cast<double>(order.size()) / static_cast<double>(rank));
    corrected[i] = least;
  }
  return corrected;
}

std::optional<RatioInterval> bootstrap_ratio(std::span<const double> a, std::span<const double> b,
                                             std::uint64_t seed) {
  SPARLAB_EXPECTS(!a.empty() && !b.empty());
  constexpr std::size_t kResamples = 1000;
  std::mt19937_64 random(seed);
  std::vector<double> work;
  std::vector<double> ratios;
  for (std::size_t i = 0; i < kResamples; ++i) {
    const double before = resampled_median(a, work, random);
    if (!(before > 0)) return std::nullopt;
    ratios.push_back(resampled_median(b, work, random) / before);
  }
  return RatioInterval{model::quantile(ratios, 0.025), model::quantile(ratios, 0.975)};
}

}  // namespace sparlab::analysis
