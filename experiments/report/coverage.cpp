#include "experiments/report/coverage.hpp"

#include <algorithm>

#include "algos/registry/registry.hpp"

namespace sparlab::experiments {
namespace {

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

bool can_run(Engine engine, const std::string& algorithm) {
  const algos::AlgorithmInfo* const info = algos::find_algorithm(algorithm);
  return measures(engine) || info == nullptr || !info->native_mpi;
}

}  // namespace

Coverage::Coverage(const Panel& panel, Engine engine) : panel_(panel), engine_(engine) {
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

}  // namespace sparlab::experiments
