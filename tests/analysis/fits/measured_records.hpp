#pragma once

#include <string>
#include <vector>

#include "analysis/fits/measured_collectives.hpp"
#include "experiments/spec/points/record.hpp"

namespace sparlab::tests {

/// A record of engine `measured` with a dense vector of `elements` floats.
inline experiments::Record measured_record(const std::string& spec, std::uint64_t ranks,
                                           std::uint64_t elements,
                                           const std::string& variant = "over") {
  experiments::Record record;
  record.point.engine = experiments::Engine::measured;
  record.point.algorithm = model::Algorithm(spec);
  record.point.ranks = ranks;
  record.point.universe = elements;
  record.point.nnz = elements;
  record.point.density = 1;
  record.point.platform = "cluster";
  record.point.variant = variant;
  record.point.run = "monday";
  record.time_s = 1;
  record.p10_s = 0.9;
  record.p90_s = 1.2;
  return record;
}

/// The machine of generated_records.
inline model::MachineFit generating_machine() {
  model::MachineFit fit;
  fit.machine = {.alpha_s = 2e-6,
                 .beta_s_per_byte = 0.4e-9,
                 .gammas = {.dense_sum_s = 0.5e-9, .copy_s_per_byte = 0.1e-9}};
  fit.start_s = 1e-6;
  return fit;
}

/// Three algorithms on 4, 8 and 16 ranks, 64 B to 16 MiB, with the times of generating_machine().
inline std::vector<experiments::Record> generated_records() {
  std::vector<experiments::Record> records;
  for (const std::uint64_t ranks : {4, 8, 16})
    for (std::uint64_t elements = 16; elements <= 1U << 22U; elements *= 8)
      for (const char* spec : {"dense_recursive_doubling(code=over)",
                               "dense_rabenseifner(code=over)", "dense_ring(code=over)"})
        records.push_back(measured_record(spec, ranks, elements));
  analysis::FitPoints points = analysis::select_fit_points({}, records);
  records.clear();
  for (analysis::FittedPoint& point : points.points) {
    point.record.time_s = generating_machine().seconds(point.measured.cost, 0);
    point.record.p10_s = 0.95 * point.record.time_s;
    point.record.p90_s = 1.05 * point.record.time_s;
    records.push_back(point.record);
  }
  return records;
}

}  // namespace sparlab::tests
