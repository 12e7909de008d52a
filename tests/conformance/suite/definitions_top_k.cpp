#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "algos/kernels/hash.hpp"
#include "tests/conformance/suite/definition.hpp"

namespace sparlab::conformance {
namespace {

using Select = std::function<Entries(const Entries&)>;

Select top(std::uint64_t k) {
  return [k](const Entries& entries) { return top_k_of(entries, k); };
}

/// The sum of the selections of all ranks' inputs.
Definition sum_of_selections(std::string spec, Select select) {
  return {std::move(spec), [select = std::move(select)](const Scenario& scenario) {
            Entries sum;
            for (const RankInput& input : scenario.inputs) add(sum, select(entries_of(input)));
            return sum;
          }};
}

/// The largest number of entries in an input.
std::uint64_t largest_count(const Scenario& scenario) {
  std::size_t largest = 0;
  for (const RankInput& input : scenario.inputs) largest = std::max(largest, input.indices.size());
  return largest;
}

/// The top k of pairs of top k of pairs ... of all inputs; neighbours are paired first.
Entries tree_top_k(const Scenario& scenario, std::uint64_t k) {
  std::vector<Entries> nodes;
  for (const RankInput& input : scenario.inputs) nodes.push_back(top_k_of(entries_of(input), k));
  while (nodes.size() > 1) {
    std::vector<Entries> merged;
    for (std::size_t i = 0; i < nodes.size(); i += 2) {
      if (i + 1 == nodes.size()) {
        merged.push_back(nodes[i]);
        continue;
      }
      Entries both = nodes[i];
      add(both, nodes[i + 1]);
      merged.push_back(top_k_of(both, k));
    }
    nodes = std::move(merged);
  }
  return nodes.front();
}

Definition gtopk(std::string spec, std::uint64_t k) {
  return {std::move(spec), [k](const Scenario& scenario) {
            return tree_top_k(scenario, k != 0 ? k : largest_count(scenario));
          }};
}

/// The first index of part `part` of [0, n); larger parts come first.
std::uint64_t part_begin(std::uint64_t part, std::uint64_t parts, std::uint64_t n) {
  std::uint64_t begin = 0;
  for (std::uint64_t i = 0; i < part; ++i) begin += n / parts + (i < n % parts ? 1 : 0);
  return begin;
}

Entries within(const Entries& entries, std::uint64_t from, std::uint64_t to) {
  return {entries.lower_bound(from), entries.lower_bound(to)};
}

/// Each part is reduced by its owner: first its own entries, then those of the preceding rank, and
/// so on, with a cut after each step.
Entries dryden_result(const Scenario& scenario, std::uint64_t k) {
  const std::uint64_t ranks = scenario.inputs.size();
  const auto part_k =
      static_cast<std::uint64_t>(std::ceil(static_cast<double>(k) / static_cast<double>(ranks)));
  Entries result;
  for (std::uint64_t owner = 0; owner < ranks; ++owner) {
    const std::uint64_t from = part_begin(owner, ranks, scenario.universe);
    const std::uint64_t to = part_begin(owner + 1, ranks, scenario.universe);
    Entries part;
    for (std::uint64_t step = 0; step < ranks; ++step) {
      const auto& input = scenario.inputs[(owner + ranks - step) % ranks];
      add(part, within(top_k_of(entries_of(input), k), from, to));
      if (step > 0) part = top_k_of(part, part_k);
    }
    add(result, part);
  }
  return result;
}

Definition dryden(std::string spec, std::uint64_t k) {
  return {std::move(spec), [k](const Scenario& scenario) {
            return dryden_result(scenario, k != 0 ? k : largest_count(scenario));
          }};
}

/// The cut sum of a block over a team of ranks from `first` on. A rank at distance o before the
/// owner adds what it holds to that of the rank at distance o - 2^i, 2^i the highest bit of o.
Entries spardl_team_block(const Scenario& scenario, std::uint64_t first, std::uint64_t ranks,
                          std::uint64_t block, std::uint64_t block_k, std::uint64_t kept) {
  std::vector<Entries> held;
  for (std::uint64_t distance = 0; distance < ranks; ++distance) {
    const auto& input = scenario.inputs[first + (block + ranks - distance) % ranks];
    held.push_back(within(entries_of(input), part_begin(block, ranks, scenario.universe),
                          part_begin(block + 1, ranks, scenario.universe)));
  }
  std::uint64_t bit = 1;
  while (bit < ranks) bit *= 2;
  for (bit /= 2; bit > 0; bit /= 2) {
    for (std::uint64_t from = bit; from < std::min(2 * bit, ranks); ++from)
      add(held[from - bit], top_k_of(held[from], block_k));
  }
  return top_k_of(held.front(), kept);
}

/// The sums of the teams are added pairwise, neighbours first, with a cut after each addition; or
/// those of `exchanged` entries of each team all at once (0: those of as many as make k/T).
enum class Sag : bool { r, b };
Entries spardl_result(const Scenario& scenario, std::uint64_t k, std::uint64_t teams, Sag sag,
                      std::uint64_t exchanged) {
  const std::uint64_t ranks = scenario.inputs.size() / teams;
  const std::uint64_t block_k = (k + ranks - 1) / ranks;
  if (exchanged == 0) exchanged = (block_k + teams - 1) / teams;
  Entries result;
  for (std::uint64_t block = 0; block < ranks; ++block) {
    std::vector<Entries> sums;
    for (std::uint64_t team = 0; team < teams; ++team)
      sums.push_back(spardl_team_block(scenario, team * ranks, ranks, block, block_k,
                                       sag == Sag::b ? exchanged : block_k));
    if (sag == Sag::b) {
      Entries all;
      for (const Entries& sum : sums) add(all, sum);
      sums = {top_k_of(all, block_k)};
    }
    for (; sums.size() > 1; sums.resize(sums.size() / 2)) {
      for (std::size_t i = 0; 2 * i < sums.size(); ++i) {
        Entries both = sums[2 * i];
        add(both, sums[2 * i + 1]);
        sums[i] = top_k_of(both, block_k);
      }
    }
    add(result, sums.front());
  }
  return result;
}

Definition spardl(std::string spec, std::uint64_t k, std::uint64_t teams = 1, Sag sag = Sag::r,
                  std::uint64_t exchanged = 0) {
  return {std::move(spec), [=](const Scenario& scenario) {
            return spardl_result(scenario, k != 0 ? k : largest_count(scenario), teams, sag,
                                 exchanged);
          }};
}

/// The leader of a first call is rank 0.
Definition clt_k(std::string spec, std::uint64_t k) {
  return {std::move(spec), [k](const Scenario& scenario) {
            const Entries leader = entries_of(scenario.inputs.front());
            const Entries chosen = k != 0 ? top_k_of(leader, k) : leader;
            const Entries sum = sum_of(scenario);
            Entries result;
            for (const auto& [index, value] : chosen) result[index] = sum.at(index);
            return result;
          }};
}

/// In a first call, rank r chooses the entries of its r-th run of blocks that reach the threshold.
Definition micro(std::string spec, std::uint64_t blocks, double threshold) {
  return {std::move(spec), [=](const Scenario& scenario) {
            const std::uint64_t ranks = scenario.inputs.size();
            const std::uint64_t count = blocks != 0 ? blocks : ranks;
            const auto begin_of = [&](std::uint64_t part) {
              return part_begin(part_begin(part, ranks, count), count, scenario.universe);
            };
            const Entries sum = sum_of(scenario);
            Entries result;
            for (std::uint64_t rank = 0; rank < ranks; ++rank) {
              const Entries part =
                  within(entries_of(scenario.inputs[rank]), begin_of(rank), begin_of(rank + 1));
              for (const auto& [index, value] : part)
                if (!(std::abs(value) < threshold)) result[index] = sum.at(index);
            }
            return result;
          }};
}

/// For systems whose messages grow with the universe.
bool within_memory(const Scenario& scenario) { return scenario.universe >> 32 == 0; }

/// The k largest nonzeros of every block of consecutive indices, as many of each as make k in
/// total.
Select top_of_blocks(std::uint64_t k, std::uint64_t block, std::uint64_t n) {
  return [=](const Entries& entries) {
    const std::uint64_t blocks = (n + block - 1) / block;
    Entries chosen;
    for (std::uint64_t number = 0; number < blocks; ++number) {
      Entries nonzeros;
      for (const auto& [index, value] : within(entries, number * block, (number + 1) * block))
        if (value != 0) nonzeros[index] = value;
      add(chosen, top_k_of(nonzeros, (k + blocks - 1) / blocks));
    }
    return chosen;
  };
}

Definition block_topk(std::string spec, std::uint64_t k, std::uint64_t block = 4096) {
  return {std::move(spec),
          [=](const Scenario& scenario) {
            const std::uint64_t in_total = k != 0 ? k : largest_count(scenario);
            const Select select = top_of_blocks(in_total, block, scenario.universe);
            Entries sum;
            for (const RankInput& input : scenario.inputs) add(sum, select(entries_of(input)));
            return sum;
          },
          within_memory};
}

/// The sum of all inputs in the rows of columns indices in which its products with random signs are
/// largest. The signs are those of a first call.
Entries arc_result(const Scenario& scenario, std::uint64_t k, int rank, std::uint64_t columns) {
  using algos::kernels::mix64;
  const Entries sum = sum_of(scenario);
  const std::uint64_t rows = (scenario.universe + columns - 1) / columns;
  Entries norms;
  for (std::uint64_t row = 0; row < rows; ++row) {
    double norm = 0;
    for (int j = 0; j < rank; ++j) {
      double cell = 0;
      for (const auto& [index, value] : within(sum, row * columns, (row + 1) * columns))
        cell += (mix64(mix64(0) ^ mix64(index % columns)) >> j & 1) != 0 ? -value : value;
      norm += cell * cell;
    }
    norms[row] = norm;
  }
  Entries result;
  const std::uint64_t chosen = std::max<std::uint64_t>(1, (k + columns - 1) / columns);
  for (const auto& [row, norm] : top_k_of(norms, chosen))
    add(result, within(sum, row * columns, (row + 1) * columns));
  return result;
}

Definition arc_topk(std::string spec, std::uint64_t k, int rank = 4, std::uint64_t columns = 1024) {
  return {std::move(spec),
          [=](const Scenario& scenario) {
            return arc_result(scenario, k != 0 ? k : largest_count(scenario), rank, columns);
          },
          within_memory};
}

/// P(|X| > t) for X normal.
double tail_beyond(double t, double mean, double deviation) {
  return 0.5 * (std::erfc((t - mean) / (std::sqrt(2.0) * deviation)) +
                std::erfc((t + mean) / (std::sqrt(2.0) * deviation)));
}

Entries above(const Entries& entries, double threshold) {
  Entries chosen;
  for (const auto& [index, value] : entries) {
    if (std::isnan(value) || std::abs(value) > threshold) chosen[index] = value;
  }
  return chosen;
}

Entries nonzeros_of(const Entries& entries) {
  Entries nonzeros;
  for (const auto& [index, value] : entries) {
    if (value != 0) nonzeros[index] = value;
  }
  return nonzeros;
}

/// The magnitude that a share `tail` of normally distributed values exceeds.
double normal_quantile(double mean, double deviation, double tail) {
  double below = 0;
  double beyond = std::abs(mean) + 40 * deviation;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (below + beyond) / 2;
    const bool too_low = tail_beyond(middle, mean, deviation) > tail;
    (too_low ? below : beyond) = middle;
  }
  return beyond;
}

/// The threshold that k of `n` normally distributed values exceed; the distribution is fitted to
/// entries and zeros. Published: computed for a mean of zero, then shifted by the mean.
double gaussian_threshold(const Entries& entries, std::uint64_t n, double k, bool published) {
  double values = static_cast<double>(n);
  double sum = 0;
  double squares = 0;
  for (const auto& [index, value] : entries) {
    if (std::isnan(value)) {
      values -= 1;
    } else {
      sum += value;
      squares += value * value;
    }
  }
  const double mean = sum / values;
  const double deviation = std::sqrt((squares - values * mean * mean) / (values - 1));
  const double tail = k / static_cast<double>(n);
  if (!(deviation > 0)) return published ? mean : std::abs(mean);
  return published ? mean + deviation * normal_quantile(0, 1, tail)
                   : normal_quantile(mean, deviation, tail);
}

/// The selection by the fitted threshold, or the top k if it does not have 3k/4 to 5k/4 entries.
Entries gaussian_selection(const Entries& entries, std::uint64_t n, double k, bool published) {
  if (entries.empty()) return {};
  const Entries chosen = above(entries, gaussian_threshold(entries, n, k, published));
  const auto count = static_cast<double>(chosen.size());
  if (count >= 0.75 * k && count <= 1.25 * k) return chosen;
  return top_k_of(nonzeros_of(entries), static_cast<std::uint64_t>(k));
}

/// The entries that reach the magnitude of a sample, one at a random place of each stratum of
/// entries, lowered by fifths while they are far fewer than k; the k largest if they are far more.
Select dgc(double k, double sample = 0.01) {
  return [=](const Entries& entries) {
    const std::vector<std::pair<std::uint64_t, double>> list(entries.begin(), entries.end());
    const auto n = static_cast<double>(list.size());
    const double size = std::max(sample, 2 / k) * n;
    if (n <= k) return entries;
    if (size >= n) return top_k_of(nonzeros_of(entries), static_cast<std::uint64_t>(k));
    const auto strata = static_cast<std::uint64_t>(std::ceil(size));
    std::vector<double> drawn;
    for (std::uint64_t i = 0; i < strata; ++i) {
      const std::uint64_t begin = part_begin(i, strata, list.size());
      const std::uint64_t length = part_begin(i + 1, strata, list.size()) - begin;
      const std::uint64_t random = algos::kernels::mix64(algos::kernels::mix64(0) ^ i);
      const double value = std::abs(list[begin + random % length].second);
      drawn.push_back(std::isnan(value) ? std::numeric_limits<double>::infinity() : value);
    }
    std::sort(drawn.rbegin(), drawn.rend());
    double least = drawn[static_cast<std::size_t>(std::ceil(k / n * std::ceil(size))) - 1];
    const auto reaching = [&] {
      Entries chosen;
      for (const auto& [index, value] : nonzeros_of(entries))
        if (!(std::abs(value) < least)) chosen[index] = value;
      return chosen;
    };
    Entries chosen = reaching();
    for (int i = 0; i < 10 && static_cast<double>(chosen.size()) < 0.8 * k; ++i) {
      least *= 0.8;
      chosen = reaching();
    }
    const bool many = static_cast<double>(chosen.size()) > 1.3 * k;
    return many ? top_k_of(chosen, static_cast<std::uint64_t>(k)) : chosen;
  };
}

/// SIDCo's threshold of a first call, by the mean, variance and mean logarithm of the magnitudes.
using Quantile = double (*)(double mean, double variance, double logarithm, double tail);

double exponential_quantile(double mean, double, double, double tail) {
  return mean * std::log(1 / tail);
}

double pareto_quantile(double mean, double variance, double, double tail) {
  if (variance < 1e-9 * mean * mean) return exponential_quantile(mean, 0, 0, tail);
  const double shape = (1 - mean * mean / variance) / 2;
  return mean * (mean * mean / variance + 1) / 2 / shape * (std::pow(tail, -shape) - 1);
}

double gamma_quantile(double mean, double, double logarithm, double tail) {
  const double s = std::log(mean) - logarithm;
  if (s < 1e-9) return exponential_quantile(mean, 0, 0, tail);
  const double shape = (3 - s + std::sqrt(s * s + 18 * s + 9)) / (12 * s);
  return mean / shape * std::log(1 / (tail * std::tgamma(shape)));
}

Select sidco(double k, Quantile quantile) {
  return [=](const Entries& entries) {
    if (static_cast<double>(entries.size()) <= k) return entries;
    double n = 0;
    double sum = 0;
    double squares = 0;
    double logarithms = 0;
    for (const auto& [index, value] : nonzeros_of(entries)) {
      if (std::isnan(value)) continue;
      n += 1;
      sum += std::abs(value);
      squares += value * value;
      logarithms += std::log(std::abs(value));
    }
    if (n <= k) return nonzeros_of(entries);
    const double mean = sum / n;
    const double threshold = quantile(mean, squares / n - mean * mean, logarithms / n, k / n);
    return above(nonzeros_of(entries), std::max(threshold, 0.0));
  };
}

Definition gaussiank(std::string spec, double k, bool published = false) {
  return {std::move(spec),
          [=](const Scenario& scenario) {
            Entries sum;
            for (const RankInput& input : scenario.inputs) {
              add(sum, gaussian_selection(entries_of(input), scenario.universe, k, published));
            }
            return sum;
          },
          [k](const Scenario& scenario) { return k < static_cast<double>(scenario.universe); }};
}

}  // namespace

std::vector<Definition> top_k_definitions(std::uint64_t k) {
  const auto with_k = [k](std::string_view name, std::string_view more = "") {
    return fmt::format("{}(k={}{})", name, k, more);
  };
  const auto expected = static_cast<double>(k);
  return {
      sum_of_selections(with_k("topk_allgather"), top(k)),
      sum_of_selections(with_k("topk_allgather", ", selector=dgc"), dgc(expected)),
      sum_of_selections(with_k("topk_allgather", ", selector=sidco"),
                        sidco(expected, exponential_quantile)),
      sum_of_selections(with_k("topk_dsa"), top(k)),
      gtopk("gtopk", 0),
      gtopk(with_k("gtopk", ", broadcast=scatter_allgather"), k),
      gaussiank(with_k("gaussiank"), expected),
      block_topk(with_k("block_topk"), k),
      block_topk("block_topk(k=20, block=48)", 20, 48),
      dryden(with_k("dryden"), k),
      spardl(with_k("spardl"), k),
      spardl(with_k("spardl", ", teams=2"), k, 2),
      spardl(with_k("spardl", ", teams=3, sag=b"), k, 3, Sag::b),
      clt_k(with_k("clt_k"), k),
      micro(with_k("micro", ", threshold=3"), 0, 3),
      micro(with_k("micro", ", parts=balanced, threshold=3"), 1024, 3),
      arc_topk(with_k("arc_topk"), k),
      arc_topk("arc_topk(k=20, columns=8)", 20, 4, 8),
  };
}

std::vector<Definition> top_k_variants() {
  const auto all = [](const Entries& entries) { return entries; };
  return {
      sum_of_selections("topk_allgather", all),
      sum_of_selections("topk_allgather(k=8, selector=dgc, sample=0.6)", dgc(8, 0.6)),
      sum_of_selections("topk_allgather(k=2, selector=dgc)", dgc(2)),
      sum_of_selections("topk_allgather(k=12, selector=sidco, fit=gamma)",
                        sidco(12, gamma_quantile)),
      sum_of_selections("topk_allgather(k=12, selector=sidco, fit=generalized_pareto)",
                        sidco(12, pareto_quantile)),
      sum_of_selections("topk_dsa", all),
      sum_of_selections("topk_dsa(k=8, switch=third)", top(8)),
      gtopk("gtopk(k=8)", 8),
      sum_of_selections("gaussiank", all),
      gaussiank("gaussiank(k=25)", 25),
      gaussiank("gaussiank(k=8, form=published)", 8, true),
      gaussiank("gaussiank(k=25, form=published)", 25, true),
      block_topk("block_topk", 0),
      block_topk("block_topk(block=1)", 0, 1),
      block_topk("block_topk(block=16)", 0, 16),
      dryden("dryden", 0),
      spardl("spardl", 0),
      spardl("spardl(teams=2)", 0, 2),
      spardl("spardl(k=8, teams=4)", 8, 4),
      spardl("spardl(teams=2, sag=b)", 0, 2, Sag::b),
      spardl("spardl(k=8, teams=5, sag=b)", 8, 5, Sag::b),
      spardl("spardl(k=24, teams=2, sag=b, exchanged=5)", 24, 2, Sag::b, 5),
      clt_k("clt_k", 0),
      micro("micro", 0, 0),
      micro("micro(padded=false)", 0, 0),
      micro("micro(parts=balanced)", 1024, 0),
      micro("micro(k=4)", 0, 0.25),
      arc_topk("arc_topk", 0),
      arc_topk("arc_topk(k=8, rank=1, columns=1)", 8, 1, 1),
      arc_topk("arc_topk(rank=7, columns=10)", 0, 7, 10),
      sum_of_selections("dryden(reselect=false)", all),
      sum_of_selections("dryden(k=8, reselect=false)", top(8)),
  };
}

}  // namespace sparlab::conformance
