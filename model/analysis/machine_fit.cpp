#include "model/analysis/machine_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "model/analysis/fit.hpp"
#include "model/analysis/machine_unknowns.hpp"
#include "model/analysis/nonnegative_fit.hpp"
#include "model/base/order_statistics.hpp"

namespace sparlab::model {
namespace {

constexpr std::size_t kMostBoundaries = 3;
/// Relative errors below this do not count as better: published times repeat less well.
constexpr double kLeastError = 0.005;
/// Between the second and the last level of a server's caches.
constexpr double kUsualCacheBytes = 1 << 20;
/// Costs of local work that are tried between the ends of their range.
constexpr int kTriedCosts = 17;

/// Collectives that differ in more than their run.
std::size_t count_different(std::span<const MeasuredCollective> collectives) {
  std::set<std::vector<double>> different;
  for (const MeasuredCollective& measured : collectives) {
    std::vector<double> numbers;
    for (const Stage& stage : measured.cost.critical_path) {
      const double summed = stage.work.summed_elements;
      const double copied = stage.work.copied_bytes;
      numbers.insert(numbers.end(), {stage.messages, stage.bytes_per_message, summed, copied});
    }
    different.insert(std::move(numbers));
  }
  return different.size();
}

class Search {
 public:
  Search(std::span<const MeasuredCollective> collectives, const FitKnowledge& known)
      : collectives_(collectives),
        known_(known),
        different_(static_cast<double>(count_different(collectives))) {
    std::set<std::string> runs;
    std::set<double> bytes;
    std::set<double> operands;
    for (const MeasuredCollective& measured : collectives) {
      if (measured.has_crossing()) {
        runs.insert(measured.run);
      } else if (measured.between_groups) {
        crossings_.groups_known = true;
        crossings_.between_groups |=
            std::ranges::any_of(*measured.between_groups, [](double count) { return count > 0; });
      }
      for (const Stage& stage : measured.cost.critical_path) {
        bytes.insert(stage.bytes_per_message);
        if (stage.work.summed_elements > 0)
          operands.insert(known.value_bytes * stage.work.summed_elements);
      }
    }
    // Without others, the crossing of a single run could not be told from alpha.
    if (runs.size() > 1 || crossings_.groups_known)
      crossings_.runs.assign(runs.begin(), runs.end());
    byte_candidates_ = powers_between(bytes, 1);
    cache_candidates_ = powers_between(operands, 0);
    // What leaves the caches is between 64 KiB and 64 MiB.
    std::erase_if(cache_candidates_, [](double at) { return at < 65536 || at > 67108864; });
  }

  MachineFit best() {
    FitBoundaries boundaries{{}, kUsualCacheBytes};
    double criterion = criterion_of(boundaries);
    move_all(boundaries, criterion);
    while (add_segment(boundaries, criterion)) move_all(boundaries, criterion);
    return with_ranges(boundaries);
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

  MachineFit fit(const FitBoundaries& boundaries, const WorkCosts& fixed) const {
    const MachineUnknowns unknowns(boundaries, crossings_, known_, fixed);
    std::vector<Observation> observations;
    for (const MeasuredCollective& measured : collectives_)
      observations.push_back(unknowns.observation(measured));
    return unknowns.machine(fit_nonnegative(observations));
  }

  /// n log(mean absolute relative error); infinite for a machine that cannot be.
  double misfit(const MachineFit& machine) const {
    // A beta that rises at a boundary leaves less for alpha.
    const auto is_negative = [](const Segment& segment) { return segment.alpha_s < 0; };
    if (std::ranges::any_of(machine.machine.larger, is_negative)) return HUGE_VAL;
    const auto falls = [](const WorkCurve& curve) {
      return curve.size() == 2 && curve[1].seconds < curve[0].seconds;
    };
    if (std::ranges::any_of(machine.machine.gammas.curves, falls)) return HUGE_VAL;
    double sum = 0;
    for (const double error : machine.relative_errors)
      sum += std::max(std::abs(error), kLeastError);
    return different_ * std::log(sum / static_cast<double>(collectives_.size()));
  }

  double criterion_of(const FitBoundaries& boundaries) const {
    const auto used = static_cast<double>(boundaries.segment_bytes.size());
    return misfit(fit(boundaries, fixed_)) + used * std::log(different_);
  }

  bool improves(const FitBoundaries& changed, FitBoundaries& best, double& criterion) const {
    const double changed_criterion = criterion_of(changed);
    if (changed_criterion >= criterion - 1e-9) return false;
    criterion = changed_criterion;
    best = changed;
    return true;
  }

  static bool has(const FitBoundaries& boundaries, double bytes) {
    return std::ranges::find(boundaries.segment_bytes, bytes) != boundaries.segment_bytes.end();
  }

  bool add_segment(FitBoundaries& boundaries, double& criterion) const {
    if (boundaries.segment_bytes.size() == kMostBoundaries) return false;
    const FitBoundaries before = boundaries;
    bool found = false;
    for (const double bytes : byte_candidates_) {
      if (has(before, bytes)) continue;
      FitBoundaries changed = before;
      changed.segment_bytes.push_back(bytes);
      std::ranges::sort(changed.segment_bytes);
      found |= improves(changed, boundaries, criterion);
    }
    return found;
  }

  /// Moves each boundary to its best place while the others stay.
  void move_all(FitBoundaries& boundaries, double& criterion) const {
    for (std::size_t i = 0; i < boundaries.segment_bytes.size(); ++i) {
      const FitBoundaries before = boundaries;
      for (const double bytes : byte_candidates_) {
        if (has(before, bytes)) continue;
        FitBoundaries changed = before;
        changed.segment_bytes[i] = bytes;
        std::ranges::sort(changed.segment_bytes);
        improves(changed, boundaries, criterion);
      }
    }
    const FitBoundaries before = boundaries;
    for (const double bytes : cache_candidates_) {
      FitBoundaries changed = before;
      changed.cache_bytes = bytes;
      improves(changed, boundaries, criterion);
    }
  }

  /// The fit of these boundaries, with the costs that the times do not determine at the middle of
  /// their range. Copies come first: where a time explains sums or copies, sums are the rule.
  MachineFit with_ranges(FitBoundaries& boundaries) {
    std::array<FittedWork, kWorkClasses.size()> ranges{};
    for (std::size_t i = 0; i < kWorkClasses.size(); ++i) {
      ranges[i] = range_of(boundaries, i);
      if (!ranges[i].determined) fixed_[i] = ranges[i].unit_s;
    }
    double criterion = criterion_of(boundaries);
    move_all(boundaries, criterion);
    MachineFit machine = fit(boundaries, fixed_);
    for (std::size_t i = 0; i < kWorkClasses.size(); ++i) {
      const double unit_s = machine.work[i].unit_s;
      machine.work[i] = ranges[i];
      machine.work[i].unit_s = unit_s;
      machine.work[i].low_s = std::min(ranges[i].low_s, unit_s);
      machine.work[i].high_s = std::max(ranges[i].high_s, unit_s);
    }
    return machine;
  }

  FittedWork range_of(const FitBoundaries& boundaries, std::size_t work_class) const {
    const UnitCostRange allowed = unit_cost_range(kWorkClasses[work_class], known_);
    const MachineFit free = fit(boundaries, fixed_);
    const double most = misfit(free) + std::log(different_);
    FittedWork work = free.work[work_class];
    work.determined = false;
    work.low_s = work.high_s = work.unit_s;
    const double last_s = std::max(allowed.most_s, 2 * work.unit_s);
    for (int i = 0; i < kTriedCosts; ++i) {
      WorkCosts tried = fixed_;
      const double way = static_cast<double>(i) / (kTriedCosts - 1);
      const double unit_s = allowed.least_s * std::pow(last_s / allowed.least_s, way);
      tried[work_class] = unit_s;
      if (misfit(fit(boundaries, tried)) > most) {
        if (unit_s <= allowed.most_s) work.determined = true;
        continue;
      }
      work.low_s = std::min(work.low_s, unit_s);
      work.high_s = std::max(work.high_s, unit_s);
    }
    if (work.determined) return work;
    work.unit_s = allowed.middle_s();
    work.low_s = allowed.least_s;
    work.high_s = allowed.most_s;
    return work;
  }

  std::span<const MeasuredCollective> collectives_;
  FitKnowledge known_;
  double different_;  ///< collectives
  FittedCrossings crossings_;
  std::vector<double> byte_candidates_;
  std::vector<double> cache_candidates_;
  WorkCosts fixed_{};
};

/// Messages on the critical path that a crossing lengthens, small ones by their share.
double crossings(const Cost& cost, const Machine& machine) {
  double count = 0;
  for (const Stage& stage : cost.critical_path) {
    const bool small = segment_at(machine.larger, stage.bytes_per_message) == nullptr;
    count += stage.messages * (small ? kSmallCrossing : 1);
  }
  return count;
}

}  // namespace

double MachineFit::median_crossing_s() const {
  if (crossing_s.empty()) return between_groups_s / 2;
  std::vector<double> values;
  for (const auto& [run, value] : crossing_s) values.push_back(value);
  return median(values);
}

double MachineFit::longest_crossing_s() const {
  double longest = between_groups_s;
  if (longest > 0) return longest;
  for (const auto& [run, value] : crossing_s) longest = std::max(longest, value);
  return longest;
}

double MachineFit::seconds(const Cost& cost, double crossing) const {
  Machine longer = machine;
  longer.alpha_s += kSmallCrossing * crossing;
  for (Segment& segment : longer.larger) segment.alpha_s += crossing;
  return start_s + cost.seconds(longer);
}

double MachineFit::crossing_of(std::span<const MeasuredCollective> collectives) const {
  // The sum of absolute relative errors is convex and piecewise linear in the crossing: its least
  // is where one time is met exactly, or at 0.
  std::vector<double> candidates = {0};
  for (const MeasuredCollective& measured : collectives) {
    if (!measured.has_crossing()) continue;
    const double count = crossings(measured.cost, machine);
    if (count > 0) candidates.push_back((measured.seconds - seconds(measured.cost, 0)) / count);
  }
  double best = 0;
  double least = -1;
  for (const double candidate : candidates) {
    if (candidate < 0) continue;
    double sum = 0;
    for (const MeasuredCollective& measured : collectives) {
      const double fitted_s = seconds(measured.cost, candidate) + measured.links_s.value_or(0);
      sum += std::abs(fitted_s / measured.seconds - 1);
    }
    if (least >= 0 && sum >= least) continue;
    least = sum;
    best = candidate;
  }
  return best;
}

MachineFit fit_machine(std::span<const MeasuredCollective> collectives, const FitKnowledge& known) {
  require_evidence(collectives);
  if (!(known.least_beta_s_per_byte >= 0) || !std::isfinite(known.least_beta_s_per_byte))
    throw std::invalid_argument(
        fmt::format("{} s/B is no least beta", known.least_beta_s_per_byte));
  return Search(collectives, known).best();
}

}  // namespace sparlab::model
