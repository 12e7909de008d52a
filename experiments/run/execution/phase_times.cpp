#include "experiments/run/execution/phase_times.hpp"

#include <algorithm>
#include <cmath>

namespace sparlab::experiments::run {

using runtime::decorators::PhaseSeconds;

void PhaseTimes::add(int rank, std::span<const PhaseSeconds> phases, double calls) {
  Rank& times = ranks_[rank];
  for (const auto& [entered, seconds_of_call] : phases) {
    if (!(seconds_of_call > 0)) continue;
    const double seconds = calls * seconds_of_call;
    const std::string name = entered.empty() ? kStartPhase : entered;
    const auto known = std::ranges::find(times.phases, name, &PhaseSeconds::name);
    if (known == times.phases.end()) {
      times.phases.push_back({name, seconds});
    } else {
      known->seconds += seconds;
    }
    times.total_s += seconds;
  }
}

std::vector<PhaseSeconds> PhaseTimes::mean_of(double calls) const {
  constexpr double kEqual = 1 - 1e-9;
  const auto total_s = [](const auto& rank) { return rank.second.total_s; };
  const auto longest = std::ranges::max_element(ranks_, {}, total_s);
  if (longest == ranks_.end()) return {};
  const auto slowest = std::ranges::find_if(
      ranks_, [least_s = kEqual * total_s(*longest)](double s) { return s >= least_s; }, total_s);
  std::vector<PhaseSeconds> means = slowest->second.phases;
  for (PhaseSeconds& phase : means) phase.seconds /= calls;
  return means;
}

void add_times(std::vector<PhaseTraffic>& phases, std::span<const PhaseSeconds> times) {
  if (times.empty()) return;
  std::vector<PhaseTraffic> timed;
  for (const auto& [name, seconds] : times) {
    PhaseTraffic& phase = timed.emplace_back(PhaseTraffic{name, 0, 0, seconds});
    const auto known = std::ranges::find(phases, name, &PhaseTraffic::name);
    if (known == phases.end()) continue;
    phase.messages = known->messages;
    phase.bytes = known->bytes;
    phases.erase(known);
  }
  for (PhaseTraffic& phase : phases) {
    phase.seconds = 0;
    timed.push_back(std::move(phase));
  }
  phases = std::move(timed);
}

bool are_equal(std::span<const PhaseSeconds> a, std::span<const PhaseSeconds> b, double tolerance) {
  double all_s = 0;
  for (const PhaseSeconds& phase : a) all_s += phase.seconds;
  return std::ranges::equal(a, b, [&](const PhaseSeconds& one, const PhaseSeconds& other) {
    return one.name == other.name && std::abs(one.seconds - other.seconds) <= tolerance * all_s;
  });
}

}  // namespace sparlab::experiments::run
