#include "analysis/results/phase_differences.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>

namespace sparlab::analysis {

PhaseSeconds phase_seconds(const experiments::Record& record) {
  constexpr std::string_view kStage = "stage_";
  constexpr std::string_view kSeconds = "_s";
  PhaseSeconds seconds;
  for (const experiments::PhaseTraffic& phase : record.phases)
    if (phase.seconds) seconds.emplace_back(phase.name, *phase.seconds);
  for (const auto& [name, value] : record.terms)
    if (name.starts_with(kStage) && name.ends_with(kSeconds) &&
        name.size() > kStage.size() + kSeconds.size())
      seconds.emplace_back(
          name.substr(kStage.size(), name.size() - kStage.size() - kSeconds.size()), value);
  return seconds;
}

std::optional<PhaseDifference> largest_phase_difference(const ComparedPoint& point) {
  const auto by_name = [](const PhaseSeconds& phases) {
    return std::map<std::string, double>(phases.begin(), phases.end());
  };
  const auto predicted = by_name(phase_seconds(*point.prediction));
  const auto measured = by_name(phase_seconds(point.measured->merged));
  std::set<std::string> names;
  bool common = false;
  for (const auto& [name, seconds] : predicted) {
    names.insert(name);
    common = common || measured.contains(name);
    const bool is_stage = point.prediction->point.engine == experiments::Engine::model;
    if (is_stage && seconds > 0 && !measured.contains(name)) return std::nullopt;
  }
  if (!common) return std::nullopt;
  for (const auto& [name, seconds] : measured) names.insert(name);
  const auto in = [](const std::map<std::string, double>& phases, const std::string& name) {
    const auto found = phases.find(name);
    return found == phases.end() ? 0.0 : found->second;
  };
  std::optional<PhaseDifference> largest;
  for (const std::string& name : names) {
    const PhaseDifference one{name, in(predicted, name), in(measured, name)};
    if (!largest || std::abs(one.predicted_s - one.measured_s) >
                        std::abs(largest->predicted_s - largest->measured_s))
      largest = one;
  }
  return largest;
}

}  // namespace sparlab::analysis
