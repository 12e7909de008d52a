#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "analysis/results/accuracy.hpp"
#include "tests/report/sweep_records.hpp"

namespace sparlab::experiments {

/// A published measurement of machine "p" at P = 8, N = 2^20.
inline Record published(const std::string& algorithm, double density, double time_s,
                        const std::string& variant = "over", const std::string& run = "1") {
  Record record = record_of(Engine::measured, algorithm, density, time_s);
  record.point.variant = variant;
  record.point.run = run;
  record.id = fmt::format("{} {} {} {}", algorithm, density, variant, run);
  return record;
}

/// Predictions in one folder, measurements in another.
inline std::vector<ResultFolder> two_folders(std::vector<Record> predictions,
                                             std::vector<Record> measurements) {
  std::vector<ResultFolder> folders;
  folders.push_back({"predicted", std::move(predictions)});
  folders.push_back({"measured", std::move(measurements)});
  return folders;
}

}  // namespace sparlab::experiments
