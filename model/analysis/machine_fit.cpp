#include "model/analysis/machine_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <stdexcept>

#include "model/analysis/fit.hpp"
#include "model/analysis/nonnegative_fit.hpp"
#include "model/base/order_statistics.hpp"

namespace sparlab::model {
namespace {

constexpr std::size_t kMostBoundaries = 3;
/// Relative errors below this do not count as better: published times repeat less well.
constexpr double kLeastError = 0.005;

/// Where segments begin, above the first, and large sums; empty if there is no such size.
struct Boundaries {
  std::vector<double> segment_bytes;  ///< ascending
  std::optional<double> sum_elements;
};

std::size_t segment_of(const Boundaries& boundaries, double bytes) {
  std::size_t segment = 0;
  while (segment < boundaries.segment_bytes.size() && bytes >= boundaries.segment_bytes[segment])
    ++segment;
  return segment;
}

/// The unknowns in order: start, the first alpha and what messages cost more from each boundary on,
/// what betas exceed the least one by, sums, what large sums cost more, copies, crossings. Since
/// none is negative, no message takes less than a shorter one.
class Layout {
 public:
  Layout(const Boundaries& boundaries, std::vector<std::string> runs, double least_beta)
      : boundaries_(boundaries),
        least_beta_(least_beta),
        segments_(boundaries.segment_bytes.size() + 1),
        runs_(std::move(runs)) {}

  Observation observation(const MeasuredCollective& measured) const {
    Observation observation{std::vector<double>(size(), 0.0), measured.seconds};
    std::vector<double>& counts = observation.counts;
    counts[0] = 1;
    for (const Stage& stage : measured.cost.critical_path) {
      const std::size_t segment = segment_of(boundaries_, stage.bytes_per_message);
      for (std::size_t k = 0; k <= segment; ++k) {
        const double end_bytes = k == segment ? stage.bytes_per_message : from_bytes(k + 1);
        counts[1 + k] += stage.messages;
        counts[1 + segments_ + k] += stage.messages * (end_bytes - from_bytes(k));
      }
      observation.known_s += least_beta_ * stage.messages * stage.bytes_per_message;
      for (const LocalWork* work : {&stage.work, &stage.hidden}) {
        counts[sum()] += work->summed_elements;
        if (boundaries_.sum_elements && work->summed_elements >= *boundaries_.sum_elements)
          counts[more_of_large_sum()] += work->summed_elements;
        counts[copy()] += work->copied_bytes;
        observation.known_s +=
            kLeastSumS * work->summed_elements + kLeastCopyS * work->copied_bytes;
      }
      if (const auto at = std::ranges::find(runs_, measured.run); at != runs_.end())
        counts[crossing(static_cast<std::size_t>(at - runs_.begin()))] +=
            stage.messages * (segment == 0 ? kSmallCrossing : 1);
    }
    return observation;
  }

  MachineFit machine(const NonnegativeFit& fit) const {
    const std::vector<double>& costs = fit.costs;
    MachineFit machine;
    machine.relative_errors = fit.relative_errors;
    machine.start_s = costs[0];
    machine.dense_sum_s = kLeastSumS + costs[sum()];
    if (boundaries_.sum_elements) machine.large_sum_elements = *boundaries_.sum_elements;
    machine.large_sum_s = machine.dense_sum_s + costs[more_of_large_sum()];
    machine.copy_s_per_byte = kLeastCopyS + costs[copy()];
    double least_s = runs_.empty() ? 0 : costs[crossing(0)];
    for (std::size_t r = 0; r < runs_.size(); ++r) least_s = std::min(least_s, costs[crossing(r)]);
    for (std::size_t r = 0; r < runs_.size(); ++r)
      machine.crossing_s[runs_[r]] = costs[crossing(r)] - least_s;
    double alpha_s = 0;
    for (std::size_t k = 0; k < segments_; ++k) {
      const double beta = costs[1 + segments_ + k];
      alpha_s += costs[1 + k];
      if (k > 0) alpha_s += (costs[segments_ + k] - beta) * from_bytes(k);
      // What even the best placement has belongs to alpha.
      machine.segments.push_back(
          {from_bytes(k), alpha_s + least_s * (k == 0 ? kSmallCrossing : 1), least_beta_ + beta});
    }
    return machine;
  }

 private:
  double from_bytes(std::size_t segment) const {
    return segment == 0 ? 0 : boundaries_.segment_bytes[segment - 1];
  }
  std::size_t sum() const { return 1 + 2 * segments_; }
  std::size_t more_of_large_sum() const { return sum() + 1; }
  std::size_t copy() const { return sum() + 2; }
  std::size_t crossing(std::size_t run) const { return sum() + 3 + run; }
  std::size_t size() const { return sum() + 3 + runs_.size(); }

  const Boundaries& boundaries_;
  double least_beta_;
  std::size_t segments_;
  std::vector<std::string> runs_;
};

/// Collectives that differ in more than their run.
std::size_t count_different(std::span<const MeasuredCollective> collectives) {
  std::set<std::vector<double>> different;
  for (const MeasuredCollective& measured : collectives) {
    std::vector<double> numbers;
    for (const Stage& stage : measured.cost.critical_path) {
      LocalWork work = stage.work;
      work += stage.hidden;
      const double summed = work.summed_elements;
      const double copied = work.copied_bytes;
      numbers.insert(numbers.end(), {stage.messages, stage.bytes_per_message, summed, copied});
    }
    different.insert(std::move(numbers));
  }
  return different.size();
}

class Search {
 public:
  Search(std::span<const MeasuredCollective> collectives, double least_beta_s_per_byte)
      : collectives_(collectives),
        least_beta_(least_beta_s_per_byte),
        different_(static_cast<double>(count_different(collectives))) {
    std::set<std::string> runs;
    std::set<double> bytes;
    std::set<double> elements;
    for (const MeasuredCollective& measured : collectives) {
      runs.insert(measured.run);
      for (const Stage& stage : measured.cost.critical_path) {
        bytes.insert(stage.bytes_per_message);
        if (stage.work.summed_elements > 0) elements.insert(stage.work.summed_elements);
      }
    }
    // The crossing of a single run could not be told from alpha.
    if (runs.size() > 1) runs_.assign(runs.begin(), runs.end());
    byte_candidates_ = powers_between(bytes, 1);
    sum_candidates_ = powers_between(elements, 0);
  }

  MachineFit best() {
    Boundaries boundaries;
    double criterion = criterion_of(boundaries);
    while (add_one(boundaries, criterion)) move_all(boundaries, criterion);
    MachineFit machine = fit(boundaries);
    const auto copies = [](const MeasuredCollective& measured) {
      return measured.cost.work().copied_bytes > 0;
    };
    if (std::ranges::none_of(collectives_, copies)) machine.copy_s_per_byte = 0;
    return machine;
  }

 private:
  /// The powers of two, plus `above`, that divide the sizes: one in each gap between neighbours.
  static std::vector<double> powers_between(const std::set<double>& sizes, double above) {
    std::vector<double> candidates;
    if (sizes.empty()) return candidates;
    for (double power = 64; power <= 1e9; power *= 2) {
      const auto next = sizes.lower_bound(power + above);
      if (next == sizes.begin() || next == sizes.end()) continue;
      const bool same_gap = !candidates.empty() && sizes.lower_bound(candidates.back()) == next;
      if (!same_gap) candidates.push_back(power + above);
    }
    return candidates;
  }

  MachineFit fit(const Boundaries& boundaries) const {
    const Layout layout(boundaries, runs_, least_beta_);
    std::vector<Observation> observations;
    for (const MeasuredCollective& measured : collectives_)
      observations.push_back(layout.observation(measured));
    return layout.machine(fit_nonnegative(observations));
  }

  double criterion_of(const Boundaries& boundaries) const {
    const MachineFit machine = fit(boundaries);
    // A beta that rises at a boundary leaves less for alpha.
    const auto is_negative = [](const Segment& segment) { return segment.alpha_s < 0; };
    if (std::ranges::any_of(machine.segments, is_negative)) return HUGE_VAL;
    double sum = 0;
    for (const double error : machine.relative_errors)
      sum += std::max(std::abs(error), kLeastError);
    const auto times = static_cast<double>(collectives_.size());
    const double used =
        static_cast<double>(boundaries.segment_bytes.size()) + (boundaries.sum_elements ? 1 : 0);
    return different_ * std::log(sum / times) + used * std::log(different_);
  }

  bool improves(const Boundaries& changed, Boundaries& best, double& criterion) const {
    const double changed_criterion = criterion_of(changed);
    if (changed_criterion >= criterion - 1e-9) return false;
    criterion = changed_criterion;
    best = changed;
    return true;
  }

  static bool has(const Boundaries& boundaries, double bytes) {
    return std::ranges::find(boundaries.segment_bytes, bytes) != boundaries.segment_bytes.end();
  }

  bool add_one(Boundaries& boundaries, double& criterion) const {
    const Boundaries before = boundaries;
    bool found = false;
    if (before.segment_bytes.size() < kMostBoundaries) {
      for (const double bytes : byte_candidates_) {
        if (has(before, bytes)) continue;
        Boundaries changed = before;
        changed.segment_bytes.push_back(bytes);
        std::ranges::sort(changed.segment_bytes);
        found |= improves(changed, boundaries, criterion);
      }
    }
    if (before.sum_elements) return found;
    for (const double elements : sum_candidates_) {
      Boundaries changed = before;
      changed.sum_elements = elements;
      found |= improves(changed, boundaries, criterion);
    }
    return found;
  }

  /// Moves each boundary to its best place while the others stay.
  void move_all(Boundaries& boundaries, double& criterion) const {
    for (std::size_t i = 0; i < boundaries.segment_bytes.size(); ++i) {
      const Boundaries before = boundaries;
      for (const double bytes : byte_candidates_) {
        if (has(before, bytes)) continue;
        Boundaries changed = before;
        changed.segment_bytes[i] = bytes;
        std::ranges::sort(changed.segment_bytes);
        improves(changed, boundaries, criterion);
      }
    }
    if (!boundaries.sum_elements) return;
    for (const double elements : sum_candidates_) {
      Boundaries changed = boundaries;
      changed.sum_elements = elements;
      improves(changed, boundaries, criterion);
    }
  }

  std::span<const MeasuredCollective> collectives_;
  double least_beta_;
  double different_;  ///< collectives
  std::vector<std::string> runs_;
  std::vector<double> byte_candidates_;
  std::vector<double> sum_candidates_;
};

/// Messages on the critical path that a crossing lengthens, small ones by their share.
double crossings(const Cost& cost, const std::vector<Segment>& segments) {
  double count = 0;
  for (const Stage& stage : cost.critical_path) {
    const bool small = segment_at(segments, stage.bytes_per_message) == &segments.front();
    count += stage.messages * (small ? kSmallCrossing : 1);
  }
  return count;
}

}  // namespace

double MachineFit::median_crossing_s() const {
  if (crossing_s.empty()) return 0;
  std::vector<double> values;
  for (const auto& [run, value] : crossing_s) values.push_back(value);
  return median(values);
}

double MachineFit::seconds(const Cost& cost, double crossing) const {
  double sum_s = start_s + crossing * crossings(cost, segments);
  for (const Stage& stage : cost.critical_path) {
    const Segment& segment = *segment_at(segments, stage.bytes_per_message);
    sum_s += stage.messages * (segment.alpha_s + segment.beta_s_per_byte * stage.bytes_per_message);
    for (const LocalWork* work : {&stage.work, &stage.hidden}) {
      const bool large = large_sum_elements > 0 && work->summed_elements >= large_sum_elements;
      sum_s += (large ? large_sum_s : dense_sum_s) * work->summed_elements +
               copy_s_per_byte * work->copied_bytes;
    }
  }
  return sum_s;
}

double MachineFit::crossing_of(std::span<const MeasuredCollective> collectives) const {
  // The sum of absolute relative errors is convex and piecewise linear in the crossing: its least
  // is where one time is met exactly, or at 0.
  std::vector<double> candidates = {0};
  for (const MeasuredCollective& measured : collectives) {
    const double count = crossings(measured.cost, segments);
    if (count > 0) candidates.push_back((measured.seconds - seconds(measured.cost, 0)) / count);
  }
  double best = 0;
  double least = -1;
  for (const double candidate : candidates) {
    if (candidate < 0) continue;
    double sum = 0;
    for (const MeasuredCollective& measured : collectives)
      sum += std::abs(seconds(measured.cost, candidate) / measured.seconds - 1);
    if (least >= 0 && sum >= least) continue;
    least = sum;
    best = candidate;
  }
  return best;
}

MachineFit fit_machine(std::span<const MeasuredCollective> collectives,
                       double least_beta_s_per_byte) {
  require_evidence(collectives);
  if (!(least_beta_s_per_byte >= 0) || !std::isfinite(least_beta_s_per_byte))
    throw std::invalid_argument(fmt::format("{} s/B is no least beta", least_beta_s_per_byte));
  return Search(collectives, least_beta_s_per_byte).best();
}

}  // namespace sparlab::model
