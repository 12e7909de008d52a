#pragma once

#include <string>
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

/// The same with labels: "10 ms", "20 us".
std::vector<Tick> seconds_ticks(double from, double to);
/// Equal steps in [0, to] for a linear axis of times.
std::vector<Tick> zero_ticks(double to);
/// "0.01", "1e-05".
std::vector<Tick> number_ticks(double from, double to);
/// "64 kB", "1 MB".
std::vector<Tick> bytes_ticks(double from, double to);
/// "1.5 GB/s" for the unit "B/s".
std::vector<Tick> unit_ticks(double from, double to, const char* unit);

/// The ticks of a free axis: for P and N the positions themselves, or some of them if there are
/// many; round numbers for densities.
std::vector<Tick> position_ticks(analysis::Axis axis, const std::vector<double>& positions,
                                 double from, double to);

}  // namespace sparlab::report
