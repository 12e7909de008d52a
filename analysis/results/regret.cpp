#include "analysis/results/regret.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "analysis/results/leads.hpp"
#include "analysis/results/recorded_platforms.hpp"
#include "analysis/results/standing.hpp"
#include "experiments/run/execution/delegation_text.hpp"
#include "experiments/spec/points/engine.hpp"
#include "model/base/order_statistics.hpp"

namespace sparlab::analysis {
namespace {

/// ", which chooses a from density 0.001 to 0.1,": by the model, which simulated ranks follow.
/// Empty where it is not known: of measurements, of data files, which a report does not read, and
/// of platforms that are not there as they were.
std::string choices_text(const Panel& panel, experiments::Engine engine,
                         const std::vector<Regret>& found) {
  if (experiments::observes(engine)) return {};
  RecordedPlatforms platforms;
  const LeadersAt chosen = [&](double position) -> std::optional<Leaders> {
    if (std::ranges::find(found, position, &Regret::position) == found.end()) return std::nullopt;
    for (const Series& series : panel.series) {
      if (series.engine != engine || !chooses(series.algorithm)) continue;
      const experiments::Record* const record = series.at(panel.axis, position);
      if (record == nullptr || inputs::is_real_data(record->point.input.kind)) continue;
      if (const platforms::PlatformFile* const platform = platforms.of(*record))
        return Leaders{{experiments::run::delegation_text(record->point, *platform)}, false};
    }
    return std::nullopt;
  };
  const auto stretches = lead_stretches(panel.positions, chosen);
  return stretches.empty() ? std::string()
                           : fmt::format(", which chooses {},", stretches_text(panel, stretches));
}

}  // namespace

std::vector<Regret> regrets(const Panel& panel, experiments::Engine engine) {
  const Panel exact = panel.exact();
  const Coverage coverage(exact, engine);
  std::vector<Regret> found;
  for (const double position : exact.positions) {
    if (!coverage.can_judge(position)) continue;
    double best_s = std::numeric_limits<double>::infinity();
    double chosen_s = best_s;
    for (const Series& series : exact.series) {
      if (series.engine != engine) continue;
      const experiments::Record* const record = series.at(panel.axis, position);
      if (record == nullptr) continue;
      double& least_s = chooses(series.algorithm) ? chosen_s : best_s;
      least_s = std::min(least_s, record->time_s);
    }
    const double ratio = chosen_s / best_s;
    if (ratio > 0 && ratio < std::numeric_limits<double>::infinity()) {
      found.push_back({position, ratio - 1});
    }
  }
  return found;
}

std::optional<std::string> regret_sentence(const Panel& panel, experiments::Engine engine) {
  const std::vector<Regret> found = regrets(panel, engine);
  if (found.empty()) return std::nullopt;
  const Regret worst = *std::ranges::max_element(found, {}, &Regret::share);
  const std::string place = place_text(panel.axis, worst.position);
  const std::string claim =
      fmt::format("{}: sparlab_auto{} against the best other one: {:+.1f} %", name_of(engine),
                  choices_text(panel, engine, found), 100 * worst.share);
  if (found.size() == 1) return fmt::format("{} at {}", claim, place);
  const std::size_t positions = panel.exact().positions.size();
  const std::string scope = found.size() == positions
                                ? std::string()
                                : fmt::format(", over {} of {} values of {}", found.size(),
                                              positions, name_of(panel.axis));
  std::vector<double> shares;
  for (const Regret& regret : found) shares.push_back(regret.share);
  return fmt::format("{} at worst (at {}), {:+.1f} % in the median{}", claim, place,
                     100 * model::median(shares), scope);
}

}  // namespace sparlab::analysis
