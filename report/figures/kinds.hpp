#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/results/sweep_views.hpp"
#include "report/charts/chart.hpp"

namespace sparlab::report {

using analysis::Panel;
using analysis::SweepView;

// Each kind of figure is a function in a file of its name. It gives no chart where the sweep or the
// panel has too little for it.

/// Time against the free axis. Among exact algorithms, a vertical line per engine shows where the
/// best sparse time crosses the best dense one, and numbered circles where the winner changes.
std::optional<Chart> time_figure(const SweepView& sweep, const Panel& panel);
/// The times of one or two positions: a panel for each engine, a row for each algorithm, a bar for
/// each position.
std::optional<Chart> bar_figure(const SweepView& sweep, const Panel& panel);
/// The regret of sparlab_auto, one curve per engine, with a guide at the promised 10 %.
std::optional<Chart> regret_figure(const SweepView& sweep, const Panel& panel);
/// The shares of phases in the time at the middle position, for two or more algorithms.
std::optional<Chart> phase_figure(const SweepView& sweep, const Panel& panel);
/// The time of the best dense algorithm divided by that of each sparse one.
std::optional<Chart> speed_up_figure(const SweepView& sweep, const Panel& panel);
/// Bytes that a rank sends, in the mean.
std::optional<Chart> traffic_figure(const SweepView& sweep, const Panel& panel);
/// Utilisation of the links by class, at the middle position of those that know it: the mean over
/// the links of a class, and its busiest link, as bars for each algorithm.
std::optional<Chart> link_figure(const SweepView& sweep, const Panel& panel);
/// Bytes from group to group, a map for each of the fastest algorithms.
std::optional<Chart> group_figure(const SweepView& sweep, const Panel& panel);

/// Who wins over density and P or N: a map for each engine, side by side. A cell has the colour and
/// symbol of the winner, the darker the greater its gain over the best dense algorithm. Lines join
/// places where the best sparse algorithm is 1, 2, 5 and 10 times as fast as the best dense one.
/// One figure for each value of the third coordinate.
std::vector<Chart> map_figures(const SweepView& sweep);
/// Density of the result against P, with a colour for each number of entries. One figure for each N
/// that has three or more values of P.
std::vector<Chart> fill_in_figures(const SweepView& sweep);

/// A kind of figure of a whole sweep. Its charts are named by what distinguishes them.
struct SweepFigures {
  std::string_view suffix;  ///< of file names
  std::vector<Chart> (*draw)(const SweepView&);
};
/// A map is the main figure of its sweep and comes first; fill-in comes last.
inline constexpr SweepFigures kMapFigures = {"-map", map_figures};
inline constexpr SweepFigures kFillInFigures = {"-fill_in", fill_in_figures};

/// Of which panels a figure is drawn.
enum class DrawnPanels : std::uint8_t { chosen, middle };

/// A kind of figure of one panel.
struct PanelFigure {
  std::string_view suffix;
  DrawnPanels of;
  std::optional<Chart> (*draw)(const SweepView&, const Panel&);
};
inline constexpr std::array kPanelFigures = {
    PanelFigure{"", DrawnPanels::chosen, bar_figure},
    PanelFigure{"", DrawnPanels::chosen, time_figure},
    PanelFigure{"-regret", DrawnPanels::chosen, regret_figure},
    PanelFigure{"-phases", DrawnPanels::middle, phase_figure},
    PanelFigure{"-speed_up", DrawnPanels::middle, speed_up_figure},
    PanelFigure{"-traffic", DrawnPanels::middle, traffic_figure},
    PanelFigure{"-links", DrawnPanels::middle, link_figure},
    PanelFigure{"-groups", DrawnPanels::middle, group_figure},
};

}  // namespace sparlab::report
