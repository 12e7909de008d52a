#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "analysis/results/accuracy.hpp"
#include "tests/report/sweep_records.hpp"

namespace sparlab::tests {

/// A published measurement of machine "p" at P = 8, N = 2^20.
inline experiments::Record published(const std::string& algorithm, double density, double time_s,
                                     const std::string& variant = "over",
                                     const std::string& run = "1") {
  experiments::Record record = record_of(experiments::Engine::measured, algorithm, density, time_s);
  record.point.variant = variant;
  record.point.run = run;
  record.id = fmt::format("{} {} {} {}", algorithm, density, variant, run);
  return record;
}

/// Predictions in one folder, measurements in another.
inline std::vector<analysis::ResultFolder> two_folders(
    std::vector<experiments::Record> predictions, std::vector<experiments::Record> measurements) {
  std::vector<analysis::ResultFolder> folders;
  folders.push_back({"predicted", std::move(predictions)});
  folders.push_back({"measured", std::move(measurements)});
  return folders;
}

}  // namespace sparlab::tests
