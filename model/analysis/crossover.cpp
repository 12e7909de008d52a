#include "model/analysis/crossover.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "model/base/contract.hpp"
#include "model/base/order_statistics.hpp"

namespace sparlab::model {
namespace {

/// Neighbouring positions of a sequence between which its sign changes; all values between `before`
/// and `after` are zero. NaN splits the sequence.
struct SignChange {
  std::size_t before = 0;
  std::size_t after = 0;
  bool falls = false;  // from positive to negative
};

std::vector<SignChange> sign_changes(std::span<const double> values) {
  constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::vector<SignChange> changes;
  std::size_t before = none;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) before = none;
    if (std::isnan(values[i]) || values[i] == 0) continue;
    if (before != none && (values[before] > 0) != (values[i] > 0))
      changes.push_back({before, i, values[before] > 0});
    before = i;
  }
  return changes;
}

/// ln(a/b): 0 for equal times, NaN for undefined times, clamped to a finite range for infinite
/// times.
double log_ratio(double a, double b) {
  if (!(a > 0) || !(b > 0) || (std::isinf(a) && std::isinf(b)))
    return std::numeric_limits<double>::quiet_NaN();
  const double ratio = std::log(a / b);
  return std::abs(ratio) <= 1e-12 ? 0.0 : std::clamp(ratio, -1e3, 1e3);
}

/// The median, or NaN (a gap in the curve) if there are no samples.
double median_or_gap(std::span<const double> samples) {
  return samples.empty() ? std::numeric_limits<double>::quiet_NaN() : median(samples);
}

/// Crossings of curves given by ln(a/b) at each x, linear in ln x between neighbours.
std::vector<Crossover> crossings(std::span<const SampledPoint> points,
                                 std::span<const double> ratios) {
  std::vector<Crossover> found;
  for (const SignChange& change : sign_changes(ratios)) {
    const double lo = points[change.before].x;
    const double hi = points[change.after].x;
    double at = std::sqrt(points[change.before + 1].x * points[change.after - 1].x);
    if (change.after == change.before + 1) {
      const double before = ratios[change.before];
      const double share = before / (before - ratios[change.after]);
      at = lo * std::pow(hi / lo, share);
    }
    found.push_back({at, lo, hi, change.falls});
  }
  return found;
}

std::vector<double> resampled(const std::vector<double>& samples, std::mt19937_64& random) {
  std::vector<double> draw(samples.size());
  if (samples.empty()) return draw;
  for (double& value : draw) value = samples[random() % samples.size()];
  return draw;
}

/// Assigns each crossing of a replicate to the nearest original crossing of the same direction. For
/// each original, adds the position of the closest crossing assigned to it, if any.
void assign(std::span<const Crossover> originals, std::span<const Crossover> replicate,
            std::vector<std::vector<double>>& positions) {
  const auto distance = [](const Crossover& one, const Crossover& other) {
    return one.a_wins_after == other.a_wins_after ? std::abs(std::log(one.at / other.at))
                                                  : std::numeric_limits<double>::infinity();
  };
  std::vector<const Crossover*> nearest(originals.size(), nullptr);
  for (const Crossover& crossing : replicate) {
    std::size_t owner = originals.size();
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < originals.size(); ++i) {
      if (distance(crossing, originals[i]) < best) {
        best = distance(crossing, originals[i]);
        owner = i;
      }
    }
    if (owner == originals.size()) continue;
    if (!nearest[owner] || best < distance(*nearest[owner], originals[owner]))
      nearest[owner] = &crossing;
  }
  for (std::size_t i = 0; i < originals.size(); ++i)
    if (nearest[i]) positions[i].push_back(nearest[i]->at);
}

}  // namespace

std::vector<Crossover> find_integer_crossovers(const TimeOf& a, const TimeOf& b,
                                               std::span<const std::uint64_t> grid) {
  const auto ratio = [&](std::uint64_t value) {
    const auto x = static_cast<double>(value);
    return log_ratio(a(x), b(x));
  };
  std::vector<Crossover> crossovers;
  std::vector<double> ratios;
  ratios.reserve(grid.size());
  for (const std::uint64_t value : grid) ratios.push_back(ratio(value));
  for (const SignChange& change : sign_changes(ratios)) {
    const auto overtaken = [&](std::uint64_t value) {
      return change.falls ? ratio(value) < 0 : ratio(value) > 0;
    };
    std::uint64_t below = grid[change.after - 1];
    std::uint64_t first = grid[change.after];
    while (first - below > 1) {
      const std::uint64_t middle = below + (first - below) / 2;
      (overtaken(middle) ? first : below) = middle;
    }
    const auto old_leads = static_cast<double>(std::min(below, grid[change.before]));
    const auto at = static_cast<double>(first);
    crossovers.push_back(
        {at, change.after == change.before + 1 ? static_cast<double>(below) : old_leads, at,
         change.falls});
  }
  return crossovers;
}

std::vector<SampledCrossover> find_sampled_crossovers(std::span<const SampledPoint> points,
                                                      const BootstrapOptions& options) {
  SPARLAB_EXPECTS(options.replicates >= 1 && options.confidence > 0 && options.confidence < 1);
  std::vector<double> ratios;
  for (const SampledPoint& point : points) {
    SPARLAB_EXPECTS(point.x > 0);
    ratios.push_back(log_ratio(median_or_gap(point.a_s), median_or_gap(point.b_s)));
  }
  const std::vector<Crossover> originals = crossings(points, ratios);
  const bool repeated = std::ranges::any_of(
      points, [](const SampledPoint& p) { return p.a_s.size() > 1 || p.b_s.size() > 1; });

  std::vector<std::vector<double>> positions(originals.size());
  if (repeated && !originals.empty()) {
    std::mt19937_64 random(options.seed);
    for (std::size_t replicate = 0; replicate < options.replicates; ++replicate) {
      for (std::size_t i = 0; i < points.size(); ++i) {
        const double a = median_or_gap(resampled(points[i].a_s, random));
        ratios[i] = log_ratio(a, median_or_gap(resampled(points[i].b_s, random)));
      }
      assign(originals, crossings(points, ratios), positions);
    }
  }

  std::vector<SampledCrossover> result;
  for (std::size_t i = 0; i < originals.size(); ++i) {
    SampledCrossover found{originals[i], originals[i].at, originals[i].at, 1};
    if (repeated) {
      found.support =
          static_cast<double>(positions[i].size()) / static_cast<double>(options.replicates);
      if (!positions[i].empty()) {
        found.interval_lo = quantile(positions[i], (1 - options.confidence) / 2);
        found.interval_hi = quantile(positions[i], (1 + options.confidence) / 2);
      }
    }
    result.push_back(found);
  }
  return result;
}

}  // namespace sparlab::model
