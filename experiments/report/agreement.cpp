#include "experiments/report/agreement.hpp"

#include <algorithm>

#include "model/base/order_statistics.hpp"

namespace sparlab::experiments {
namespace {

std::vector<double> ratios(Axis axis, const Series& series, const Series& reference) {
  std::vector<double> found;
  for (const Record* record : series.records) {
    const Record* const other = reference.at(axis, position(axis, record->point));
    // A simulation on one rank may take no time at all.
    if (other != nullptr && other->time_s > 0) found.push_back(record->time_s / other->time_s);
  }
  return found;
}

}  // namespace

std::optional<Engine> reference_engine(const Panel& panel) {
  const std::vector<Engine> engines = panel.engines();
  return engines.size() < 2 ? std::nullopt : std::optional(engines.front());
}

std::vector<Agreement> agreements(const Panel& panel, Engine reference) {
  std::vector<Agreement> found;
  for (const std::string& algorithm : panel.algorithms()) {
    const Series* const base = panel.find(reference, algorithm);
    if (base == nullptr) continue;
    for (const Series& series : panel.series) {
      if (series.algorithm != algorithm || series.engine == reference) continue;
      const std::vector<double> values = ratios(panel.axis, series, *base);
      if (values.empty()) continue;
      const auto [least, greatest] = std::ranges::minmax(values);
      found.push_back(
          {series.engine, algorithm, values.size(), model::median(values), least, greatest});
    }
  }
  return found;
}

}  // namespace sparlab::experiments
