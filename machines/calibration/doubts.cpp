#include "machines/calibration/doubts.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace sparlab::machines::calibration {
namespace {

using Doubts = std::map<std::string, std::string>;

/// Shares of the processors that other programs used.
constexpr double kDoubtfulLoad = 0.1;
constexpr double kMostLoad = 0.5;

/// Share of the samples during which processors were further apart or busier.
constexpr double kDoubtfulMoved = 0.1;

constexpr double kMostRelativeHalfWidth = 0.25;
/// Patterns of many ranks vary more; their factors matter only by tens of per cent.
constexpr double kMostHalfWidthOfFactor = 0.5;
constexpr double kMostResidual = 0.25;

struct Named {
  std::string name;
  model::Repeated measured;
  bool is_vital = true;
  double part_of_s = measured.value;  ///< the time for which its error matters
};

std::string interval_text(const model::Repeated& measured, std::string_view unit = " s") {
  return fmt::format("95 % interval {:.3g} to {:.3g}{}", measured.lo, measured.hi, unit);
}

std::vector<Named> costs_of(const KernelCosts& kernels) {
  std::vector<Named> costs;
  for (std::size_t kernel = 0; kernel < model::kKernelNames.size(); ++kernel)
    costs.push_back({std::string(model::kKernelNames[kernel]),
                     kernels.unit_cost(static_cast<model::KernelKind>(kernel))});
  return costs;
}

std::vector<Named> costs_of(const model::SegmentFit& fit) {
  std::vector<Named> costs;
  for (std::size_t s = 0; s < fit.segments.size(); ++s) {
    const model::FittedSegment& segment = fit.segments[s];
    const std::string where = s == 0 ? "" : fmt::format(" from {:.0f} B on", segment.from_bytes);
    costs.push_back({"latency" + where, segment.alpha_s, s == 0,
                     segment.alpha_s.value + segment.beta_s_per_byte.value * segment.from_bytes});
    costs.push_back(
        {"time per byte" + where, segment.beta_s_per_byte, s + 1 == fit.segments.size()});
  }
  return costs;
}

void add_costs(const std::vector<Named>& costs, Doubts& found) {
  for (const auto& [name, measured, is_vital, part_of_s] : costs) {
    const double error = (measured.hi - measured.lo) / 2 / part_of_s;
    if (!(measured.lo > 0)) {
      // A line within a curve may meet the axis below zero, or be flat.
      if (is_vital) found[name] = "not distinguishable from zero: " + interval_text(measured);
    } else if (error > kMostRelativeHalfWidth) {
      found[name] = fmt::format("known to {:.0f} % only: {}", 100 * error, interval_text(measured));
    }
  }
}

void add_load(const std::optional<OtherLoad>& others, Doubts& found) {
  if (others && others->processors > kDoubtfulLoad * others->of) found["load"] = describe(*others);
}

void add_processors(const std::optional<ProcessorState>& processors, Doubts& found) {
  if (!processors || processors->moved <= kDoubtfulMoved) return;
  found["processors"] = fmt::format(
      "during {:.0f} % of the measurements, the processors of ranks were further apart or busier "
      "than at other times",
      100 * processors->moved);
}

void add_residual(const model::SegmentFit& fit, Doubts& found) {
  const model::Transfer* worst = &fit.residuals.front();
  for (const model::Transfer& residual : fit.residuals)
    if (std::abs(residual.seconds) > std::abs(worst->seconds)) worst = &residual;
  if (std::abs(worst->seconds) > kMostResidual)
    found["lines"] =
        fmt::format("messages of {:.0f} B take {:.0f} % {} than their line says", worst->bytes,
                    100 * std::abs(worst->seconds / (1 + worst->seconds)),
                    worst->seconds > 0 ? "less" : "more");
}

void add_slowdown(const Slowdown& slowdown, Doubts& found) {
  if (slowdown.benchmark == Benchmark::incast) return;  // no platform has it
  for (const SlowdownPoint& outlier : slowdown.outliers)
    found[fmt::format("{} of {} ranks at {:.0f} B", name_of(slowdown.benchmark), slowdown.ranks,
                      outlier.bytes)] =
        fmt::format("left out: {:.3g}, far from the sizes next to it: {}", outlier.factor.value,
                    interval_text(outlier.factor, ""));
  const SlowdownPoint* widest = nullptr;
  for (const SlowdownPoint& point : slowdown.points)
    if (widest == nullptr ||
        point.factor.relative_half_width() > widest->factor.relative_half_width())
      widest = &point;
  if (widest == nullptr || widest->factor.relative_half_width() <= kMostHalfWidthOfFactor) return;
  found[fmt::format("{} of {} ranks", name_of(slowdown.benchmark), slowdown.ranks)] =
      fmt::format("at {:.0f} B known to {:.0f} % only: {}", widest->bytes,
                  100 * widest->factor.relative_half_width(), interval_text(widest->factor, ""));
}

void require_above_zero(const std::vector<Named>& costs) {
  for (const auto& [name, measured, is_vital, part_of_s] : costs) {
    if (!is_vital || measured.lo > 0) continue;
    throw std::invalid_argument(fmt::format(
        "the {} cannot be distinguished from zero ({}); a quiet machine or a larger --budget makes "
        "intervals narrower",
        name, interval_text(measured)));
  }
}

}  // namespace

Doubts doubts(const Calibration& calibration) {
  Doubts found = doubts(calibration.kernels);
  add_load(calibration.others, found);
  add_processors(calibration.processors, found);
  add_costs(costs_of(calibration.one_way), found);
  add_residual(calibration.one_way, found);
  for (const Slowdown& slowdown : calibration.slowdowns) add_slowdown(slowdown, found);
  return found;
}

Doubts doubts(const KernelCosts& kernels) {
  Doubts found;
  add_load(kernels.others, found);
  add_costs(costs_of(kernels), found);
  return found;
}

void require_usable(const Calibration& calibration) {
  require_above_zero(costs_of(calibration.one_way));
  require_usable(calibration.kernels);
}

void require_usable(const KernelCosts& kernels) { require_above_zero(costs_of(kernels)); }

std::string describe(const OtherLoad& others) {
  return fmt::format("other programs used {:.2g} of {:.0f} processors", others.processors,
                     others.of);
}

bool is_quiet(const OtherLoad& others) { return others.processors <= kMostLoad * others.of; }

void require_quiet(const std::optional<OtherLoad>& others) {
  if (!others || is_quiet(*others)) return;
  throw std::invalid_argument(
      describe(*others) + " meanwhile; end them, or write the numbers nevertheless with --force");
}

}  // namespace sparlab::machines::calibration
