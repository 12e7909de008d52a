#include "analysis/results/bandwidth.hpp"

#include "analysis/results/panel.hpp"

namespace sparlab::analysis {

std::optional<double> algorithm_bandwidth(const experiments::Record& record) {
  if (!(record.time_s > 0)) return std::nullopt;
  return static_cast<double>(record.point.universe) *
         static_cast<double>(algos::bytes_of(record.point.value)) / record.time_s;
}

std::optional<double> wire_bandwidth(const experiments::Record& record) {
  if (!record.bytes || !(record.time_s > 0)) return std::nullopt;
  return *record.bytes / (static_cast<double>(record.point.ranks) * record.time_s);
}

std::optional<double> bus_bandwidth(const experiments::Record& record) {
  const auto bandwidth = algorithm_bandwidth(record);
  if (!bandwidth || !is_dense(record.point.algorithm.spec())) return std::nullopt;
  const auto ranks = static_cast<double>(record.point.ranks);
  return *bandwidth * 2 * (ranks - 1) / ranks;
}

}  // namespace sparlab::analysis
