#include "experiments/report/standing.hpp"

#include <algorithm>
#include <iterator>

namespace sparlab::experiments {
namespace {

/// Tolerance for deterministic engines: closed form and simulation add in different orders.
constexpr double kEqualTimes = 1e-9;

bool shares_first_place(const Record& winner, const Record& other) {
  if (other.time_s <= winner.time_s * (1 + kEqualTimes)) return true;
  return winner.time_high_s && other.time_low_s && *other.time_low_s <= *winner.time_high_s;
}

std::optional<double> quotient(const Record* numerator, const Record& denominator) {
  if (numerator == nullptr || !(denominator.time_s > 0)) return std::nullopt;
  return numerator->time_s / denominator.time_s;
}

/// Sorts by time; records equal to the minimum keep their order, despite rounding.
void rank(std::vector<const Record*>& records) {
  const double least = (*std::ranges::min_element(records, {}, &Record::time_s))->time_s;
  const auto equal = [&](const Record* record) {
    return record->time_s <= least * (1 + kEqualTimes);
  };
  const auto others = std::stable_partition(records.begin(), records.end(), equal);
  std::stable_sort(others, records.end(),
                   [](const Record* a, const Record* b) { return a->time_s < b->time_s; });
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
  rank(ranked);
  // A record with a wide interval may overlap the winner's although a faster one does not.
  std::ranges::copy_if(ranked, std::back_inserter(standing.leaders), [&](const Record* record) {
    return shares_first_place(*ranked.front(), *record);
  });
  for (const Record* record : ranked) {
    const Record*& best =
        is_dense(record->point.algorithm.spec()) ? standing.best_dense : standing.best_sparse;
    if (best == nullptr) best = record;
  }
  return standing;
}

}  // namespace

bool Standing::leads(std::string_view algorithm) const {
  return std::ranges::any_of(
      leaders, [&](const Record* record) { return record->point.algorithm == algorithm; });
}

std::optional<double> Standing::lead(const Record& record) const {
  const bool first = &record == fastest_first.front();
  if (first && fastest_first.size() == 1) return std::nullopt;
  return quotient(fastest_first[first ? 1 : 0], record);
}

std::optional<double> Standing::gain(const Record& record) const {
  return quotient(best_dense, record);
}

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
