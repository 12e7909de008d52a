#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "analysis/patterns/message_patterns.hpp"
#include "base/text/value.hpp"
#include "model/analysis/run_spread.hpp"
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
  model::RepeatedTime time;

  double spread() const { return time.median_s / time.p10_s; }
};

inline constexpr std::uint64_t kPatternRuns = 101;

/// A point repeats well if the median of its quietest run is at most this over p10.
inline constexpr double kQuietSpread = 1.25;

struct MeasuredPatterns {
  std::string machine;
  std::vector<MeasuredPatternTime> times;  ///< by pattern, ranks, bytes
  std::size_t empty_segments =
      0;  ///< rows of a ring whose segments have less than a byte, left out
};

/// Reads a table with the columns system_dir, run, collective, P, bytes, n, min_us, p10_us,
/// median_us, p90_us, mean_us; n, min_us and mean_us may be missing. Rows of other collectives are
/// left out.
///
/// Errors  DataError: a file or cell that cannot be read. ConfigError: a machine or a number of
///         ranks that no row has, several machines without a choice, no row of a pattern.
MeasuredPatterns read_measured_patterns(const PatternSelection& selection);

struct PatternPrediction {
  MeasuredPatternTime measured;
  model::RepeatedTime predicted;  ///< three times the same where the platform has no random noise

  /// Of a quantile: (predicted - measured) / measured.
  double error_of(double model::RepeatedTime::*quantile) const {
    return predicted.*quantile / measured.time.*quantile - 1;
  }
};

/// Runs every pattern on engine loggp, preset hockney, and on machine network if the platform has
/// links between switches: the longer one counts. Ports of hockney know how exchanges of each size
/// slow down, and the network knows the links that messages of several ranks share. With random
/// noise each pattern runs kPatternRuns times.
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
