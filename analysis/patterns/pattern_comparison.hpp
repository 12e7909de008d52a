#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "analysis/patterns/message_patterns.hpp"
#include "base/text/value.hpp"
#include "platforms/files/platform_file.hpp"

namespace sparlab::analysis {

/// Which measured calls of patterns are compared with predictions.
struct PatternSelection {
  std::filesystem::path table;
  std::string machine = {};               ///< in the column system_dir; empty: the only one
  std::vector<std::uint64_t> ranks = {};  ///< empty: all
};

/// A pattern on P ranks with a vector of some bytes: the run whose p10 is the least
/// and, of equal ones, whose median is.
struct MeasuredPatternTime {
  MessagePattern pattern = MessagePattern::dissemination;
  std::uint64_t ranks = 0;
  double bytes = 0;
  std::string run;
  double p10_s = 0;
  double median_s = 0;

  double spread() const { return median_s / p10_s; }
};

/// A point repeats well if the median of its quietest run is at most this over p10.
inline constexpr double kQuietSpread = 1.25;

struct MeasuredPatterns {
  std::string machine;
  std::vector<MeasuredPatternTime> times;  ///< by pattern, ranks, bytes
  std::size_t empty_segments =
      0;  ///< rows of a ring whose segments have less than a byte, left out
};

/// Reads a table with the columns system_dir, run, collective, P, bytes, n, min_us, p10_us,
/// median_us, p90_us, mean_us. Rows of other collectives are left out.
///
/// Errors  DataError: a file or cell that cannot be read. ConfigError: a machine or a number of
///         ranks that no row has, several machines without a choice, no row of a pattern.
MeasuredPatterns read_measured_patterns(const PatternSelection& selection);

struct PatternPrediction {
  MeasuredPatternTime measured;
  double seconds = 0;

  double relative_error() const { return seconds / measured.p10_s - 1; }
};

/// Runs every pattern on engine loggp (preset hockney).
///
/// Errors  ConfigError: the platform has fewer ranks than a measured call.
std::vector<PatternPrediction> predict_patterns(const platforms::PlatformFile& platform,
                                                const MeasuredPatterns& measured);

base::Fields pattern_comparison_fields(const platforms::PlatformFile& platform,
                                       const MeasuredPatterns& measured,
                                       const std::vector<PatternPrediction>& predicted);
void print_pattern_comparison(std::ostream& stream, const MeasuredPatterns& measured,
                              const std::vector<PatternPrediction>& predicted);

}  // namespace sparlab::analysis
