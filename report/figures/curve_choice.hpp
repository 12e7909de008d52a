#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/results/panel.hpp"

namespace sparlab::report {

/// The most curves of a figure, and how many of them are reserved for approximate algorithms if
/// there are any.
inline constexpr std::size_t kMostCurves = 8;
inline constexpr std::size_t kReservedApproximate = 3;

/// The algorithms that a figure shows.
struct CurveChoice {
  analysis::Panel panel;  ///< with the drawn algorithms only
  /// The algorithms whose curves coincide with that of a drawn one on all engines.
  std::map<std::string, std::vector<std::string>> same_as;
  std::size_t left_out = 0;  ///< algorithms that are neither drawn nor coincide with a drawn one

  /// A drawn algorithm and those that coincide with it, in lines that fit a legend: "a = b", "= c".
  std::vector<std::string> label(const std::string& drawn) const;
  /// "not drawn: 3 other algorithms".
  std::string left_out_text() const;
  /// The drawn algorithm that stands for one; empty if it is left out.
  std::string drawn_for(const std::string& algorithm) const;
};

/// "; best dense: a, b": what a figure's gains are over. Empty if no dense algorithm ran.
std::string best_dense_note(const std::set<std::string>& algorithms);

/// What a figure shows of a record.
using ShownValue = std::function<double(const experiments::Record&)>;

/// At most kMostCurves: the best dense algorithm, those that win somewhere, the more often the
/// sooner, and then those that come nearest to the fastest of their kind. Curves coincide if no
/// shown value differs by more than 2 %.
CurveChoice choose_curves(
    const analysis::Panel& panel,
    const ShownValue& shown = [](const experiments::Record& record) { return record.time_s; });

}  // namespace sparlab::report
