#include "model/analysis/machine_unknowns.hpp"

#include <algorithm>

namespace sparlab::model {
namespace {

const Amount& amount_of(const LocalWork& work, KernelKind kernel) {
  return kernel == KernelKind::copy ? work.copied_bytes : work.summed_elements;
}

/// Units of an amount that cost as in the caches, and as in memory, on the curve of a kernel.
struct SplitUnits {
  double cached = 0;
  double memory = 0;
};

SplitUnits split_units(const Amount& amount, double cache_units) {
  if (!(amount.operations > 0)) return {};
  const double units = amount.units / amount.operations;
  const double memory_units = kCacheTransition * cache_units;
  if (units <= cache_units) return {amount.units, 0};
  if (units >= memory_units) return {0, amount.units};
  const double way = (units - cache_units) / (memory_units - cache_units);
  return {amount.operations * (1 - way) * cache_units, amount.operations * way * memory_units};
}

}  // namespace

UnitCostRange unit_cost_range(const WorkClass& work, const FitKnowledge& known) {
  // A copy reads and writes each byte, a sum reads two elements and writes one.
  const double bytes = work.kernel == KernelKind::copy ? 2 : 3 * known.value_bytes;
  return {work.cached ? known.memory.cached : known.memory.memory, bytes};
}

MachineUnknowns::MachineUnknowns(const FitBoundaries& boundaries, const FittedCrossings& crossings,
                                 const FitKnowledge& known, const WorkCosts& fixed)
    : boundaries_(boundaries),
      crossings_(crossings),
      known_(known),
      fixed_(fixed),
      segments_(boundaries.segment_bytes.size() + 1) {}

double MachineUnknowns::from_bytes(std::size_t segment) const {
  return segment == 0 ? 0 : boundaries_.segment_bytes[segment - 1];
}

double MachineUnknowns::cache_units(KernelKind kernel) const {
  return boundaries_.cache_bytes / (kernel == KernelKind::copy ? 1 : known_.value_bytes);
}

void MachineUnknowns::count_messages(const Stage& stage, Observation& observation) const {
  std::size_t segment = 0;
  while (segment + 1 < segments_ && stage.bytes_per_message >= from_bytes(segment + 1)) ++segment;
  for (std::size_t k = 0; k <= segment; ++k) {
    const double end_bytes = k == segment ? stage.bytes_per_message : from_bytes(k + 1);
    observation.counts[alpha(k)] += stage.messages;
    observation.counts[beta(k)] += stage.messages * (end_bytes - from_bytes(k));
  }
  observation.known_s += known_.least_beta_s_per_byte * stage.messages * stage.bytes_per_message;
}

void MachineUnknowns::count_work(const LocalWork& done, Observation& observation) const {
  for (std::size_t i = 0; i < kWorkClasses.size(); ++i) {
    const WorkClass& of = kWorkClasses[i];
    const SplitUnits split = split_units(amount_of(done, of.kernel), cache_units(of.kernel));
    const double units = of.cached ? split.cached : split.memory;
    observation.known_s += fixed_[i].value_or(unit_cost_range(of, known_).least_s) * units;
    if (!fixed_[i]) observation.counts[work(i)] += units;
  }
}

void MachineUnknowns::count_crossings(const MeasuredCollective& measured,
                                      Observation& observation) const {
  std::size_t column = between_groups();
  if (!measured.between_groups) {
    const auto run = std::ranges::find(crossings_.runs, measured.run);
    if (run == crossings_.runs.end()) return;
    column = crossing(static_cast<std::size_t>(run - crossings_.runs.begin()));
  } else if (!crossings_.between_groups) {
    return;
  }
  const std::vector<Stage>& stages = measured.cost.critical_path;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const bool small = segments_ == 1 || stages[i].bytes_per_message < from_bytes(1);
    const double messages =
        measured.between_groups ? measured.between_groups->at(i) : stages[i].messages;
    observation.counts[column] += messages * (small ? kSmallCrossing : 1);
  }
}

Observation MachineUnknowns::observation(const MeasuredCollective& measured) const {
  Observation observation{std::vector<double>(size(), 0.0), measured.seconds};
  observation.counts[0] = 1;
  observation.known_s = measured.links_s.value_or(0);
  for (const Stage& stage : measured.cost.critical_path) {
    count_messages(stage, observation);
    count_work(stage.work, observation);
  }
  count_crossings(measured, observation);
  return observation;
}

MachineFit MachineUnknowns::machine(const NonnegativeFit& fit) const {
  const std::vector<double>& costs = fit.costs;
  MachineFit found;
  found.relative_errors = fit.relative_errors;
  found.start_s = costs[0];
  found.cache_bytes = boundaries_.cache_bytes;

  const std::vector<std::string>& runs = crossings_.runs;
  double least_s = runs.empty() || crossings_.groups_known ? 0 : costs[crossing(0)];
  for (std::size_t r = 0; r < runs.size(); ++r) least_s = std::min(least_s, costs[crossing(r)]);
  for (std::size_t r = 0; r < runs.size(); ++r)
    found.crossing_s[runs[r]] = costs[crossing(r)] - least_s;
  if (crossings_.between_groups) found.between_groups_s = costs[between_groups()];

  double alpha_s = 0;
  for (std::size_t k = 0; k < segments_; ++k) {
    const double excess = costs[beta(k)];
    alpha_s += costs[alpha(k)];
    if (k > 0) alpha_s += (costs[beta(k - 1)] - excess) * from_bytes(k);
    // Where no groups are known, what even the best placement has belongs to alpha.
    const Segment segment{from_bytes(k), alpha_s + least_s * (k == 0 ? kSmallCrossing : 1),
                          known_.least_beta_s_per_byte + excess};
    if (k == 0) {
      found.machine.alpha_s = segment.alpha_s;
      found.machine.beta_s_per_byte = segment.beta_s_per_byte;
    } else {
      found.machine.larger.push_back(segment);
    }
  }

  for (std::size_t i = 0; i < kWorkClasses.size(); ++i) {
    const WorkClass& of = kWorkClasses[i];
    const UnitCostRange range = unit_cost_range(of, known_);
    const double unit_s = fixed_[i].value_or(range.least_s + costs[work(i)]);
    found.work.push_back({of.kernel, of.cached, unit_s, !fixed_[i], range.least_s, range.most_s});
    const double units = cache_units(of.kernel) * (of.cached ? 1 : kCacheTransition);
    found.machine.gammas.curves[static_cast<std::size_t>(of.kernel)].push_back(
        {units, unit_s * units});
    if (of.cached) continue;
    (of.kernel == KernelKind::copy ? found.machine.gammas.copy_s_per_byte
                                   : found.machine.gammas.dense_sum_s) = unit_s;
  }
  return found;
}

}  // namespace sparlab::model
