#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/results/panel.hpp"

namespace sparlab::report {

/// A labelled place of an axis.
struct Tick {
  double at = 0;
  std::string text;
};

/// Two to about eight round numbers in [from, to], for a logarithmic axis: decades, or their
/// multiples by 2 and 5, or steps of equal size if the range is narrow. Contract: 0 < from < to.
std::vector<double> log_places(double from, double to);

/// The same with labels: "10 ms" for the unit "s", "1.5 GB/s" for "B/s"; "1e-05" without a unit.
std::vector<Tick> unit_ticks(double from, double to, std::string_view unit);
/// Equal steps on a linear axis.
std::vector<Tick> step_ticks(double from, double to, std::string_view unit);

/// What a free axis shows: "number of ranks, P".
std::string_view axis_title(analysis::Axis axis);

/// The ticks of a free axis: for P and N the positions themselves, or some of them if there are
/// many; round numbers for densities.
std::vector<Tick> position_ticks(analysis::Axis axis, const std::vector<double>& positions,
                                 double from, double to);

}  // namespace sparlab::report
