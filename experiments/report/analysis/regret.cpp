#include "experiments/report/analysis/regret.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "experiments/points/engine.hpp"
#include "experiments/report/analysis/standing.hpp"
#include "model/base/order_statistics.hpp"
#include "model/parameters/settings.hpp"

namespace sparlab::experiments {
namespace {

bool chooses(const Series& series) {
  return model::name_of_spec(series.algorithm) == "sparlab_auto";
}

}  // namespace

std::vector<Regret> regrets(const Panel& panel, Engine engine) {
  const Panel exact = panel.exact();
  const Coverage coverage(exact, engine);
  std::vector<Regret> found;
  for (const double position : exact.positions) {
    if (!coverage.can_judge(position)) continue;
    double best_s = std::numeric_limits<double>::infinity();
    double chosen_s = best_s;
    for (const Series& series : exact.series) {
      if (series.engine != engine) continue;
      const Record* const record = series.at(panel.axis, position);
      if (record == nullptr) continue;
      double& least_s = chooses(series) ? chosen_s : best_s;
      least_s = std::min(least_s, record->time_s);
    }
    const double ratio = chosen_s / best_s;
    if (ratio > 0 && ratio < std::numeric_limits<double>::infinity()) {
      found.push_back({position, ratio - 1});
    }
  }
  return found;
}

std::optional<std::string> regret_sentence(const Panel& panel, Engine engine) {
  const std::vector<Regret> found = regrets(panel, engine);
  if (found.empty()) return std::nullopt;
  const Regret worst = *std::ranges::max_element(found, {}, &Regret::share);
  const std::string place = place_text(panel.axis, worst.position);
  const std::string claim = fmt::format("{}: sparlab_auto against the best other one: {:+.1f} %",
                                        name_of(engine), 100 * worst.share);
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

}  // namespace sparlab::experiments
