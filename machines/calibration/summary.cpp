#include "machines/calibration/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>
#include <vector>

#include "base/text/text_table.hpp"

namespace sparlab::machines::calibration {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string bytes_text(double bytes) {
  if (bytes >= 1 << 20) return fmt::format("{:.3g} MiB", bytes / (1 << 20));
  if (bytes >= 1 << 10) return fmt::format("{:.3g} KiB", bytes / (1 << 10));
  return fmt::format("{:.0f} B", bytes);
}

std::string with_interval(const model::Repeated& value, double unit) {
  return fmt::format("{:.4g} ({:.3g} to {:.3g})", value.value / unit, value.lo / unit,
                     value.hi / unit);
}

void print_segments(const Calibration& calibration, std::ostream& stream) {
  stream << fmt::format(
      "one message, {} to {}; lines differ from the times by {:.1f} % (root mean square)\n",
      bytes_text(calibration.least_bytes), bytes_text(calibration.most_bytes),
      100 * calibration.one_way.relative_residual);
  Rows rows = {{"from", "alpha in us (95 %)", "beta in ns/B (95 %)", "sizes"}};
  for (const model::FittedSegment& segment : calibration.one_way.segments)
    rows.push_back({bytes_text(segment.from_bytes), with_interval(segment.alpha_s, 1e-6),
                    with_interval(segment.beta_s_per_byte, 1e-9), std::to_string(segment.sizes)});
  base::print_columns(stream, rows, {.indent = 2});
}

/// The point nearest to a size; empty if the series ends below it.
std::string factor_near(const Slowdown& slowdown, double bytes) {
  if (slowdown.points.back().bytes < bytes) return "";
  const auto nearest = std::min_element(slowdown.points.begin(), slowdown.points.end(),
                                        [bytes](const SlowdownPoint& a, const SlowdownPoint& b) {
                                          return std::abs(std::log(a.bytes / bytes)) <
                                                 std::abs(std::log(b.bytes / bytes));
                                        });
  return fmt::format("{:.2f}", nearest->factor.value);
}

void print_slowdowns(const Calibration& calibration, std::ostream& stream) {
  if (calibration.slowdowns.empty()) return;
  const std::vector<double> columns = {8, 1 << 10, 8 << 10, 32 << 10, 64 << 10, 256 << 10, 1 << 20};
  stream << "time of a message in a pattern over that of one message alone\n";
  Rows rows = {{"pattern", "ranks"}};
  for (const double bytes : columns) rows.front().push_back(bytes_text(bytes));
  for (const Slowdown& slowdown : calibration.slowdowns) {
    if (slowdown.points.empty()) continue;
    rows.push_back({std::string(name_of(slowdown.benchmark)), std::to_string(slowdown.ranks)});
    for (const double bytes : columns) rows.back().push_back(factor_near(slowdown, bytes));
  }
  base::print_columns(stream, rows, {.indent = 2, .right = {1, 2, 3, 4, 5, 6, 7, 8}});
}

void print_skews(const Calibration& calibration, std::ostream& stream) {
  for (const StartSkew& skew : calibration.skews) {
    if (!(skew.seconds.lo > 0)) continue;
    stream << fmt::format("after a barrier of {} ranks, a first exchange takes {} us longer\n",
                          skew.ranks, with_interval(skew.seconds, 1e-6));
  }
}

}  // namespace

void print_summary(const Calibration& calibration, std::ostream& stream) {
  print_segments(calibration, stream);
  print_slowdowns(calibration, stream);
  print_skews(calibration, stream);
  if (const auto& spread = calibration.run_spread)
    stream << fmt::format("eight of ten repetitions take {:.2f} to {:.2f} times the median\n",
                          spread->p10.value, spread->p90.value);
}

}  // namespace sparlab::machines::calibration
