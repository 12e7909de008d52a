#pragma once

#include <functional>
#include <optional>
#include <string>

#include "analysis/results/sweep_views.hpp"
#include "report/charts/algorithm_styles.hpp"
#include "report/figures/curve_choice.hpp"
#include "report/figures/curves.hpp"

namespace sparlab::report {

/// The value of a record that a figure shows, without its place along the free axis. A logarithmic
/// axis shows positive ones.
using Shown = std::function<Curve::Place(const experiments::Record& record)>;

/// The time with its interval.
Curve::Place time_place(const experiments::Record& record);

/// True if a panel has one or two positions, and times of two or more algorithms: bars show it.
bool is_short(const analysis::Panel& panel);

/// True if something is shown at two positive positions.
bool shown_twice(const analysis::Panel& panel, const Shown& shown);

/// A figure of the algorithms along the free axis of a panel. One colour and symbol per algorithm;
/// approximate algorithms have a separate group in the legend.
struct PanelCurves {
  CurveChoice choice;  ///< of the algorithms
  AlgorithmStyles styles;
  Chart chart;
};

/// What a figure along an axis says.
struct PanelTexts {
  std::string title;  ///< without the name of the sweep
  CurveAxes axes;
  std::string remark = {};  ///< in the note
};

/// Shows the algorithms of `choose_curves`, and says how many are omitted. Lines have the records
/// of `filled`, symbols those of `panel`. Empty if too little is shown for curves.
std::optional<PanelCurves> panel_curves(const analysis::SweepView& sweep,
                                        const analysis::Panel& panel, const analysis::Panel& filled,
                                        PanelTexts texts, const Shown& shown);

/// The chosen algorithms of a panel as curves in their styles; those of which nothing is shown have
/// no places.
std::vector<Curve> curves_of(const analysis::Panel& panel, const analysis::Panel& filled,
                             const AlgorithmStyles& styles, const Shown& shown);

}  // namespace sparlab::report
