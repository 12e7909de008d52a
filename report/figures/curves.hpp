#pragma once

#include <string>
#include <vector>

#include "analysis/results/panel.hpp"
#include "report/charts/chart.hpp"

namespace sparlab::report {

/// One curve: the values of an engine for an algorithm or a number of entries.
struct Curve {
  struct Place {
    double x = 0;
    double y = 0;
    double low, high;  ///< of the interval of a measurement; NaN if there is none
  };
  experiments::Engine engine = experiments::Engine::model;
  std::string what;  ///< its entry in the legend
  std::string colour = "0x000000";
  int symbol = 7;                  ///< filled
  bool marked = false;             ///< a line with symbols on it
  std::vector<Place> places = {};  ///< by increasing x
  std::vector<Place> line = {};    ///< of the line; empty: it joins `places`
};

/// What curves show.
struct CurveAxes {
  analysis::Axis along = analysis::Axis::density;
  std::string y_label;
  std::string y_unit;                                  ///< "s", "B" or "B/s"; empty: numbers
  std::string y_name;                                  ///< a column of the data: "time_s"
  std::string measured = "mpi";                        ///< the legend's text for measurements
  bool intervals = false;                              ///< of measurements are drawn
  std::vector<double> reached_x = {}, reached_y = {};  ///< places on no curve; others are ignored
};

/// How an engine draws its lines: a broad pale band, so that a simulation that agrees with the
/// model remains visible on top; dashes; dots. Measurements have symbols.
Style pen_style(experiments::Engine engine, std::string colour);

/// One panel with a logarithmic axis for each coordinate and one pen per engine; measurements are
/// hollow symbols. The legend has `names`, and below them the engines. A
/// curve without places is skipped. Contract: a curve has a place.
Chart chart_of_curves(const CurveAxes& axes, const std::vector<Curve>& curves,
                      std::vector<LegendEntry> names);

}  // namespace sparlab::report
