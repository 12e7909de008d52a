#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/points/point.hpp"
#include "experiments/report/figure_data.hpp"

namespace sparlab::experiments {

/// The curves of a figure of kind `curves`. The template defines the style of an engine:
/// predictions and simulations are lines, measurements are points with their intervals.
class EngineCurves {
 public:
  struct Curve {
    Engine engine = Engine::model;
    std::string what;    ///< a description such as the algorithm's name
    std::string colour;  ///< "0xRRGGBB"
    int symbol = 1;      ///< for measurements
    double aside = 1;    ///< factor by which measurements are shifted along the axis
  };
  struct Place {
    double x = 0;
    double y = 0;
    std::optional<double> low, high;
  };

  /// Contract: places in order of increasing x. A curve without places is skipped.
  void add(const Curve& curve, const std::vector<Place>& places);

  /// Contract: called only once.
  void add_to(FigureData& data, std::string_view x_name, std::string_view y_name) const;

 private:
  struct Line {
    Curve curve;
    Rows points;
  };
  std::vector<Line> lines_;
  Rows simgrid_points_;
  Rows measured_;
  Rows error_bars_;
};

}  // namespace sparlab::experiments
