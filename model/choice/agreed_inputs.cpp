#include "model/choice/agreed_inputs.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "model/base/range.hpp"
#include "model/choice/hot_ranges.hpp"
#include "model/fill_in/uniform_fill_in.hpp"

namespace sparlab::model {
namespace {

InputBins even_shares(Range universe) {
  InputBins shares{};
  for (std::size_t bin = 0; bin < kInputBins; ++bin) {
    shares[bin] = static_cast<double>(part_of(universe, bin, kInputBins).size()) /
                  static_cast<double>(universe.size());
  }
  return shares;
}

InputBins shares_of(const InputBins& bins, Range universe) {
  double sum = 0;
  for (const double bin : bins) sum += bin;
  if (sum <= 0) return even_shares(universe);
  InputBins shares = bins;
  for (double& share : shares) share /= sum;
  return shares;
}

/// Of all bins together.
std::vector<HeldBy> holders_of(const std::vector<SampledIndices>& sample) {
  std::map<std::uint64_t, std::uint64_t> counts;
  for (const SampledIndices& group : sample) counts[group.inputs] += group.indices;
  std::vector<HeldBy> holders;
  for (const auto& [inputs, indices] : counts) holders.push_back({inputs, indices});
  return holders;
}

double estimated_union(const SummedInputs& sums) {
  const auto universe = static_cast<double>(sums.universe);
  if (sums.any_dense) return universe;
  const double most = std::min(sums.entries, universe);
  if (sums.sampled_entries <= 0) {
    const double mean = sums.entries / static_cast<double>(sums.ranks);
    return UniformFillIn(sums.universe, mean).distinct(sums.ranks);
  }
  return std::min(most, sums.entries * sums.sampled_union / sums.sampled_entries);
}

class ExactSample {
 public:
  /// Of all `ranks` together.
  ExactSample(const Problem& problem, Ranks ranks, std::span<const Contribution> contributions)
      : problem_(problem), ranks_(ranks), contributions_(contributions) {}

  SummedInputs sums() const {
    const Range whole = problem_.whole();
    const int shift = bin_shift(whole, problem_.ranks);
    SummedInputs sums{.ranks = problem_.ranks, .universe = whole.size()};
    for (const Contribution& from : contributions_) {
      sums.entries += count(from, whole);
      sums.any_dense = sums.any_dense || from.dense;
      for (std::size_t bin = 0; bin < kInputBins; ++bin) {
        sums.bins[bin] +=
            std::floor(std::ldexp(count(from, part_of(whole, bin, kInputBins)), -shift));
      }
    }
    if (sums.any_dense) return sums;
    const int level = sample_level();
    sums.sampled_union = sampled({ranks_}, level);
    for (const Contribution& from : contributions_) sums.sampled_entries += sampled(from, level);
    sums.sample = sample(level);
    return sums;
  }

 private:
  double count(const Contribution& from, Range range) const {
    return from.dense ? static_cast<double>(range.size())
                      : problem_.fill_in->distinct(from.ranks, range);
  }
  double sampled(const Contribution& from, int level) const {
    double sum = 0;
    for (std::size_t stratum = 0; stratum < kSampleStrata; ++stratum) {
      const Range window = sample_window(problem_.whole(), stratum, level);
      sum += problem_.fill_in->distinct(from.ranks, window);
    }
    return sum;
  }
  /// Supports are exact: what holds less than half an index holds none.
  double held_by_all(Range range) const {
    const double held = problem_.fill_in->distinct(ranks_, range);
    return held < 0.5 ? 0 : held;
  }
  std::vector<SampledIndices> sample(int level) const {
    std::vector<SampledIndices> sample;
    for (std::size_t stratum = 0; stratum < kSampleStrata; ++stratum) {
      std::map<std::uint64_t, std::uint64_t> counts;
      count_holders(sample_window(problem_.whole(), stratum, level), counts);
      for (const auto& [inputs, indices] : counts)
        sample.push_back({bin_of_stratum(stratum), inputs, indices});
    }
    return sample;
  }
  void count_holders(Range range, std::map<std::uint64_t, std::uint64_t>& counts) const {
    if (held_by_all(range) == 0) return;
    if (range.size() > 1) {
      const std::uint64_t middle = range.lo + range.size() / 2;
      count_holders({range.lo, middle}, counts);
      return count_holders({middle, range.hi}, counts);
    }
    double inputs = 0;
    for (const Contribution& from : contributions_)
      inputs += problem_.fill_in->distinct(from.ranks, range);
    ++counts[static_cast<std::uint64_t>(std::llround(inputs))];
  }
  int sample_level() const {
    int level = first_sample_level(problem_.whole());
    const int last = last_sample_level(problem_.whole());
    while (level < last && sampled({ranks_}, level) > static_cast<double>(kSampleCapacity)) ++level;
    return level;
  }

  const Problem& problem_;
  Ranks ranks_;
  std::span<const Contribution> contributions_;
};

}  // namespace

AgreedInputs agreed_inputs(const SummedInputs& sums) {
  const Range whole{0, sums.universe};
  AgreedInputs agreed{.ranks = sums.ranks,
                      .universe = sums.universe,
                      .entries = sums.entries,
                      .union_entries = estimated_union(sums),
                      .bin_shares = even_shares(whole)};
  if (sums.any_dense) return agreed;
  agreed.bin_shares = shares_of(sums.bins, whole);
  agreed.holders = holders_of(sums.sample);
  agreed.overlap_exponent = overlap_exponent(agreed.bin_shares, sums.sample);
  return agreed;
}

AgreedInputs sampled_inputs(const Problem& problem, std::span<const Contribution> contributions) {
  return agreed_inputs(ExactSample(problem, {0, problem.ranks}, contributions).sums());
}

double sampled_overlap(const SummedInputs& sums) {
  if (sums.any_dense) return 1 - static_cast<double>(sums.universe) / sums.entries;
  if (sums.sampled_entries <= 0) return 0;
  const double overlap = 1 - sums.sampled_union / sums.sampled_entries;
  if (sums.sampled_entries >= sums.entries) return overlap;
  return overlap - std::sqrt(overlap * (1 - overlap) / sums.sampled_entries);
}

double sampled_overlap(const Problem& problem, std::span<const Contribution> contributions) {
  Ranks ranks{contributions.front().ranks.first, 0};
  for (const Contribution& from : contributions) ranks.count += from.ranks.count;
  return sampled_overlap(ExactSample(problem, ranks, contributions).sums());
}

AgreedInputs independent_inputs(std::uint64_t ranks, std::uint64_t universe, double entries) {
  const double all = static_cast<double>(ranks) * entries;
  return {.ranks = ranks,
          .universe = universe,
          .entries = all,
          // An upper bound, which AgreedFillIn replaces by the union of independent inputs.
          .union_entries = all,
          .bin_shares = even_shares({0, universe})};
}

AgreedInputs expected_inputs(const Problem& problem) {
  const Range whole = problem.whole();
  AgreedInputs agreed{.ranks = problem.ranks,
                      .universe = whole.size(),
                      .entries = static_cast<double>(problem.ranks) * problem.fill_in->distinct(1),
                      .union_entries = problem.fill_in->distinct(problem.ranks),
                      .bin_shares = even_shares(whole)};
  if (problem.fill_in->symmetry() == Symmetry::ranks_and_ranges) return agreed;
  InputBins bins{};
  for (std::size_t bin = 0; bin < kInputBins; ++bin)
    bins[bin] = problem.fill_in->distinct({0, 1}, part_of(whole, bin, kInputBins));
  agreed.bin_shares = shares_of(bins, whole);
  return agreed;
}

}  // namespace sparlab::model
