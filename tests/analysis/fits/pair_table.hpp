#pragma once

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <string>

#include "tests/experiments/temporary_folder.hpp"

namespace sparlab::experiments::tests {

inline constexpr const char* kPairHeading = "system_dir,run,test,bytes,n,min,p10,median,p90,mean\n";

/// Microseconds of one way: 2 + 1e-3 B, and 6 + 0.5e-3 B from 16 KiB on.
inline double pair_time_us(double bytes) {
  return bytes < 16384 ? 2 + 1e-3 * bytes : 6 + 0.5e-3 * bytes;
}

/// Rows of one machine with three runs: a message takes pair_time_us, 1 % more and 1 % less;
/// exchanges take 1.5 times as long. The median is twice p10.
inline std::string pair_rows(const std::string& machine) {
  std::string rows;
  int run = 0;
  for (const double noise : {1.0, 1.01, 0.99}) {
    ++run;
    for (double bytes = 1; bytes <= 1 << 22; bytes *= 2) {
      for (const bool both : {false, true}) {
        const double p10_us = noise * (both ? 1.5 : 1) * pair_time_us(bytes);
        rows += fmt::format("{},day{},ng_one_one_mpi{}_mpi_stripe1,{},10,{},{},{},{},{}\n", machine,
                            run, both ? "_bidirect" : "", bytes, 0.9 * p10_us, p10_us, 2 * p10_us,
                            3 * p10_us, 2 * p10_us);
      }
    }
  }
  return rows;
}

inline std::filesystem::path write_table(const std::filesystem::path& file,
                                         const std::string& text) {
  write_content(file, text);
  return file;
}

}  // namespace sparlab::experiments::tests
