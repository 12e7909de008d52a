#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "tests/conformance/suite/definition.hpp"

namespace sparlab::conformance {
namespace {

using Select = std::function<Entries(const Entries&)>;

Definition sum_of_selections(std::string spec, Select select) {
  return {std::move(spec), [select = std::move(select)](const Scenario& scenario) {
            Entries sum;
            for (const RankInput& input : scenario.inputs) add(sum, select(entries_of(input)));
            return sum;
          }};
}

Entries above(const Entries& entries, double threshold) {
  Entries chosen;
  for (const auto& [index, value] : entries) {
    if (std::isnan(value) || std::abs(value) > threshold) chosen[index] = value;
  }
  return chosen;
}

/// Between k and 2k entries above a threshold found by bisection, or the top k; all entries if
/// there are at most k.
Entries searched(const Entries& entries, std::size_t k) {
  if (entries.size() <= k) return entries;
  double sum = 0;
  double high = 0;
  double finite = 0;
  for (const auto& [index, value] : entries) {
    if (std::isnan(value)) continue;
    sum += std::abs(value);
    high = std::max(high, std::abs(value));
    finite += 1;
  }
  const auto accepted = [k](const Entries& chosen) {
    return chosen.size() >= k && chosen.size() <= 2 * k;
  };
  double low = finite > 0 ? sum / finite : 0;
  if (above(entries, low).size() < k) {
    high = low;
    low = 0;
    if (above(entries, low).size() < k) return above(entries, low);
  }
  if (accepted(above(entries, low))) return above(entries, low);
  for (const double width = (high - low) / 1000; high - low > width;) {
    const double middle = (low + high) / 2;
    const Entries chosen = above(entries, middle);
    if (accepted(chosen)) return chosen;
    (chosen.size() < k ? high : low) = middle;
  }
  return top_k_of(above(entries, 0), k);
}

struct Magnitudes {
  double mean;
  double largest;
};

/// Moments of the n values that are not NaN; values without an entry are zeros.
Magnitudes magnitudes_of(const Entries& entries, std::uint64_t n) {
  auto values = static_cast<double>(n);
  double sum = 0;
  double largest = 0;
  for (const auto& [index, value] : entries) {
    if (std::isnan(value)) {
      values -= 1;
      continue;
    }
    sum += std::abs(value);
    largest = std::max(largest, std::abs(value));
  }
  return {values > 0 ? sum / values : 0, largest};
}

/// The paper's trimmed top-k as printed: the threshold starts at the mean, then at 0.8, 0.6, ... of
/// the distance from the mean to the largest, while *more* than k exceed it, at most 64 times.
Entries trimmed_as_printed(const Entries& entries, std::uint64_t n, std::size_t k) {
  if (entries.size() <= k) return entries;
  const auto [mean, largest] = magnitudes_of(entries, n);
  double threshold = mean;
  double ratio = 0.8;
  for (int round = 0; round < 64 && above(entries, threshold).size() > k; ++round) {
    threshold = mean + ratio * (largest - mean);
    ratio -= 0.2;
  }
  return top_k_of(above(entries, threshold), k);
}

/// The paper's threshold search as printed: it accepts k < count < 2k, searches the upper half from
/// k/2 on, and assigns thresholds to the ends of an interval of ratios.
Entries searched_as_printed(const Entries& entries, std::uint64_t n, std::size_t k) {
  if (entries.size() <= k) return entries;
  const auto [mean, largest] = magnitudes_of(entries, n);
  double low = 0;
  double high = 1;
  double threshold = 0;
  for (int round = 0; round < 64 && high - low > 0.001; ++round) {
    threshold = mean + (low + high) / 2 * (largest - mean);
    const std::size_t count = above(entries, threshold).size();
    if (count > k && count < 2 * k) break;
    (2 * count < k ? high : low) = threshold;
  }
  return above(entries, threshold);
}

Definition as_printed(std::string spec,
                      Entries (*select)(const Entries&, std::uint64_t n, std::size_t k)) {
  return {std::move(spec), [select](const Scenario& scenario) {
            Entries sum;
            for (const RankInput& input : scenario.inputs) {
              add(sum, select(entries_of(input), scenario.universe, 8));
            }
            return sum;
          }};
}

/// Replaces all values by their mean.
Entries averaged(Entries entries) {
  double sum = 0;
  for (const auto& [index, value] : entries) sum += value;
  for (auto& [index, value] : entries) value = sum / static_cast<double>(entries.size());
  return entries;
}

Entries positive(const Entries& entries) {
  Entries chosen;
  for (const auto& [index, value] : entries) {
    if (value > 0 || std::isnan(value)) chosen[index] = value;
  }
  return chosen;
}

/// The k largest values, regardless of sign; NaN first.
Entries largest_values(const Entries& entries, std::size_t k) {
  std::vector<std::pair<std::uint64_t, double>> ranked(entries.begin(), entries.end());
  std::ranges::stable_sort(ranked, [](const auto& a, const auto& b) {
    if (std::isnan(a.second)) return !std::isnan(b.second);
    return a.second > b.second;
  });
  if (ranked.size() > k) ranked.resize(k);
  return {ranked.begin(), ranked.end()};
}

Entries all(const Entries& entries) { return entries; }
Select top(std::uint64_t k) {
  return [k](const Entries& entries) { return top_k_of(entries, k); };
}

Select mean_of_positive(std::size_t k) {
  return [k](const Entries& entries) { return averaged(top_k_of(positive(entries), k)); };
}

}  // namespace

std::vector<Definition> redsync_definitions(std::uint64_t k) {
  return {
      sum_of_selections("redsync_rgc", all),
      sum_of_selections(fmt::format("redsync_rgc(k={}, dense_below=0)", k), top(k)),
      sum_of_selections(fmt::format("redsync_rgc_quantized(k={}, dense_below=0)", k),
                        mean_of_positive(static_cast<std::size_t>(k))),
  };
}

std::vector<Definition> redsync_variants() {
  constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  return {
      sum_of_selections("redsync_rgc(dense_below=0)", all),
      sum_of_selections("redsync_rgc(k=8, dense_below=0, search_from=2^53, momentum=0.5)", top(8)),
      sum_of_selections("redsync_rgc(k=8, dense_below=0, search_from=0)",
                        [](const Entries& entries) { return searched(entries, 8); }),
      as_printed("redsync_rgc(k=8, dense_below=0, search_from=2^50, form=published)",
                 trimmed_as_printed),
      as_printed("redsync_rgc(k=8, dense_below=0, search_from=0, form=published)",
                 searched_as_printed),
      sum_of_selections("redsync_rgc_quantized", all),
      sum_of_selections("redsync_rgc_quantized(dense_below=0)", mean_of_positive(kAll)),
      sum_of_selections(
          "redsync_rgc_quantized(k=8, dense_below=0, search_from=0)",
          [](const Entries& entries) { return averaged(searched(positive(entries), 8)); }),
      sum_of_selections(
          "redsync_rgc_quantized(k=8, dense_below=0, form=published)",
          [](const Entries& entries) { return averaged(largest_values(entries, 8)); }),
  };
}

}  // namespace sparlab::conformance
