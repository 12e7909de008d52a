#include "experiments/report/standing.hpp"

#include <algorithm>

namespace sparlab::experiments {
namespace {

/// Equal for deterministic engines: closed form and simulation add up in different orders.
constexpr double kEqualTimes = 1e-9;

bool shares_first_place(const Record& winner, const Record& other) {
  if (other.time_s <= winner.time_s * (1 + kEqualTimes)) return true;
  return winner.time_high_s && other.time_low_s && *other.time_low_s <= *winner.time_high_s;
}

std::optional<double> quotient(const Record* numerator, const Record* denominator) {
  if (numerator == nullptr || denominator == nullptr || !(denominator->time_s > 0))
    return std::nullopt;
  return numerator->time_s / denominator->time_s;
}

template <class Takes>
std::optional<Standing> rank_those(const Panel& panel, Engine engine, double position,
                                   Takes takes) {
  Standing standing;
  auto& ranked = standing.fastest_first;
  for (const Series& series : panel.series) {
    if (series.engine != engine || !takes(series.algorithm)) continue;
    const Record* const record = series.at(panel.axis, position);
    if (record != nullptr) ranked.push_back(record);
  }
  if (ranked.empty()) return std::nullopt;
  std::ranges::stable_sort(ranked, {}, &Record::time_s);
  while (standing.tied < ranked.size() &&
         shares_first_place(*ranked.front(), *ranked[standing.tied]))
    ++standing.tied;
  for (const Record* record : ranked) {
    const Record*& best =
        is_dense(record->point.algorithm) ? standing.best_dense : standing.best_sparse;
    if (best == nullptr) best = record;
  }
  return standing;
}

}  // namespace

bool Standing::leads(std::string_view algorithm) const {
  const auto end = fastest_first.begin() + static_cast<std::ptrdiff_t>(tied);
  return std::any_of(fastest_first.begin(), end,
                     [&](const Record* record) { return record->point.algorithm == algorithm; });
}

std::optional<double> Standing::lead() const {
  return quotient(fastest_first.size() > 1 ? fastest_first[1] : nullptr, fastest_first[0]);
}

std::optional<double> Standing::sparse_speedup() const { return quotient(best_dense, best_sparse); }

std::optional<Standing> standing_at(const Panel& panel, Engine engine, double position) {
  return rank_those(panel, engine, position, [](const std::string&) { return true; });
}

std::optional<Standing> standing_among(const Panel& panel, Engine engine, double position,
                                       const std::vector<std::string>& algorithms) {
  return rank_those(panel, engine, position, [&](const std::string& name) {
    return std::ranges::find(algorithms, name) != algorithms.end();
  });
}

}  // namespace sparlab::experiments
