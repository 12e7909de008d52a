#include "analysis/results/standing.hpp"

#include <algorithm>
#include <iterator>

#include "algos/registry/registry.hpp"

namespace sparlab::analysis {
namespace {

/// Tolerance for deterministic engines: closed form and simulation add in different orders.
constexpr double kEqualTimes = 1e-9;

bool shares_first_place(const experiments::Record& winner, const experiments::Record& other) {
  if (other.time_s <= winner.time_s * (1 + kEqualTimes)) return true;
  return winner.time_high_s && other.time_low_s && *other.time_low_s <= *winner.time_high_s;
}

std::optional<double> quotient(const experiments::Record* numerator,
                               const experiments::Record& denominator) {
  if (numerator == nullptr || !(denominator.time_s > 0)) return std::nullopt;
  return numerator->time_s / denominator.time_s;
}

/// Sorts by time; records equal to the minimum keep their order, despite rounding.
void rank(std::vector<const experiments::Record*>& records) {
  const double least =
      (*std::ranges::min_element(records, {}, &experiments::Record::time_s))->time_s;
  const auto equal = [&](const experiments::Record* record) {
    return record->time_s <= least * (1 + kEqualTimes);
  };
  const auto others = std::stable_partition(records.begin(), records.end(), equal);
  std::stable_sort(others, records.end(),
                   [](const experiments::Record* a, const experiments::Record* b) {
                     return a->time_s < b->time_s;
                   });
}

/// True if an algorithm's settings fit P and N of a position; if not, its result is not missing.
/// Unknown algorithms come from another version, in which they ran.
bool fits(const Panel& panel, const std::string& spec, double position) {
  if (algos::find_algorithm(spec) == nullptr) return true;
  const auto series = std::ranges::find(panel.series, spec, &Series::algorithm);
  const model::Algorithm& algorithm = series->records.front()->point.algorithm;
  if (!algorithm.known()) return false;
  const auto value = static_cast<std::uint64_t>(position);
  const model::Shape shape{panel.axis == Axis::ranks ? value : panel.ranks,
                           panel.axis == Axis::universe ? value : panel.universe};
  try {
    algorithm.check(shape);
    return true;
  } catch (const model::ParameterError&) {
    return false;
  }
}

bool can_run(experiments::Engine engine, const std::string& algorithm) {
  const algos::AlgorithmInfo* const info = algos::find_algorithm(algorithm);
  return experiments::observes(engine) || info == nullptr || !info->native;
}

}  // namespace

bool Standing::leads(std::string_view algorithm) const {
  return std::ranges::any_of(leaders, [&](const experiments::Record* record) {
    return record->point.algorithm == algorithm;
  });
}

std::optional<double> Standing::lead(const experiments::Record& record) const {
  const bool first = &record == fastest_first.front();
  if (first && fastest_first.size() == 1) return std::nullopt;
  return quotient(fastest_first[first ? 1 : 0], record);
}

std::optional<double> Standing::gain(const experiments::Record& record) const {
  return quotient(best_dense, record);
}

std::optional<Standing> standing_at(const Panel& panel, experiments::Engine engine,
                                    double position) {
  Standing standing;
  auto& ranked = standing.fastest_first;
  for (const Series& series : panel.series) {
    if (series.engine != engine) continue;
    const experiments::Record* const record = series.at(panel.axis, position);
    if (record != nullptr) ranked.push_back(record);
  }
  if (ranked.empty()) return std::nullopt;
  rank(ranked);
  // A record with a wide interval may overlap the winner's although a faster one does not.
  std::ranges::copy_if(ranked, std::back_inserter(standing.leaders),
                       [&](const experiments::Record* record) {
                         return shares_first_place(*ranked.front(), *record);
                       });
  for (const experiments::Record* record : ranked) {
    const experiments::Record*& best =
        is_dense(record->point.algorithm.spec()) ? standing.best_dense : standing.best_sparse;
    if (best == nullptr) best = record;
  }
  return standing;
}

Coverage::Coverage(const Panel& panel, experiments::Engine engine)
    : panel_(panel), engine_(engine) {
  for (const std::string& algorithm : panel.algorithms()) {
    if (panel.find(engine, algorithm) != nullptr) {
      ran_.push_back(algorithm);
    } else if (can_run(engine, algorithm)) {
      not_run_.push_back(algorithm);
    }
  }
}

std::size_t Coverage::present_at(double position) const {
  return static_cast<std::size_t>(std::ranges::count_if(ran_, [&](const std::string& algorithm) {
    return panel_.find(engine_, algorithm)->at(panel_.axis, position) != nullptr;
  }));
}

bool Coverage::all_there(const std::vector<std::string>& algorithms, double position) const {
  return std::ranges::all_of(algorithms, [&](const std::string& algorithm) {
    const Series* const series = panel_.find(engine_, algorithm);
    const bool there = series != nullptr && series->at(panel_.axis, position) != nullptr;
    return there || !fits(panel_, algorithm, position);
  });
}

bool Coverage::can_judge(double position) const {
  return present_at(position) >= 2 && all_there(ran_, position);
}

bool Coverage::is_complete(double position) const {
  return all_there(ran_, position) && all_there(not_run_, position);
}

}  // namespace sparlab::analysis
