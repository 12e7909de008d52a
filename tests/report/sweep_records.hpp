#pragma once

#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "analysis/results/sweep_views.hpp"

namespace sparlab::tests {

/// A record of sweep "e" / "s" on platform "p": P = 8, N = 2^20.
inline experiments::Record record_of(experiments::Engine engine, const std::string& algorithm,
                                     double density, double time_s) {
  experiments::Record record;
  record.point.experiment = "e";
  record.point.sweep = "s";
  record.point.platform = "p";
  record.point.engine = engine;
  record.point.algorithm = model::Algorithm::stored(algorithm);
  record.point.ranks = 8;
  record.point.universe = std::uint64_t{1} << 20U;
  record.point.density = density;
  record.point.nnz = static_cast<std::uint64_t>(density * static_cast<double>(1U << 20U));
  record.time_s = time_s;
  return record;
}

/// A measurement: five or more samples around the median.
inline experiments::Record measured(const std::string& algorithm, double density,
                                    std::vector<double> samples_s, double low_s, double median_s,
                                    double high_s) {
  experiments::Record record = record_of(experiments::Engine::mpi, algorithm, density, median_s);
  record.deterministic = false;
  record.samples_s = std::move(samples_s);
  record.time_low_s = low_s;
  record.time_high_s = high_s;
  record.check.status = "passed";
  return record;
}

inline const std::vector<double>& four_densities() {
  static const std::vector<double> densities = {0.001, 0.01, 0.1, 0.5};
  return densities;
}

/// One record at each of the four densities.
inline void add_series(std::vector<experiments::Record>& records, experiments::Engine engine,
                       const std::string& algorithm, const std::function<double(double)>& time_of) {
  for (const double density : four_densities())
    records.push_back(record_of(engine, algorithm, density, time_of(density)));
}

/// A sparse algorithm that takes `density` seconds and a dense one that takes 0.05 s: they cross at
/// density 0.05.
inline std::vector<experiments::Record> sparse_against_dense(experiments::Engine engine) {
  std::vector<experiments::Record> records;
  add_series(records, engine, "ssar_split_allgather", [](double density) { return density; });
  add_series(records, engine, "dense_ring", [](double) { return 0.05; });
  return records;
}

/// Points into the records, which must outlive it.
inline analysis::Panel only_panel(const std::vector<experiments::Record>& records) {
  return analysis::group_by_sweep(records).at(0).panels.at(0);
}

/// The parts between separators; an empty one at the end of a line of cells counts.
inline std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  if (!text.empty() && text.back() == separator && separator == ',') parts.emplace_back();
  return parts;
}

}  // namespace sparlab::tests
