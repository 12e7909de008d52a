#include "experiments/report/engine_curves.hpp"

#include <fmt/format.h>

#include "experiments/points/engine.hpp"

namespace sparlab::experiments {

void EngineCurves::add(const Curve& curve, const std::vector<Place>& places) {
  if (places.empty()) return;
  Rows points;
  for (const Place& place : places) {
    points.push_back({place.x, place.y});
    if (info_of(curve.engine).pen == Pen::dots)
      simgrid_points_.push_back({place.x, place.y, curve.colour});
    if (!measures(curve.engine)) continue;
    const double drawn_at = place.x * curve.aside;
    measured_.push_back({drawn_at, place.y, curve.symbol, curve.colour, place.x, curve.what});
    if (place.low && place.high)
      error_bars_.push_back({drawn_at, *place.low, *place.high, curve.colour, place.x, curve.what});
  }
  if (!measures(curve.engine)) lines_.push_back({curve, std::move(points)});
}

void EngineCurves::add_to(FigureData& data, std::string_view x_name,
                          std::string_view y_name) const {
  Rows curves;
  for (const Line& line : lines_)
    curves.push_back({name_of(line.curve.engine), line.curve.colour, line.curve.what});
  data.add_table("curves", "engine, colour, what", curves);
  for (std::size_t i = 0; i < lines_.size(); ++i)
    data.add_points(fmt::format("curve {}", i + 1),
                    fmt::format("{} {}", name_of(lines_[i].curve.engine), lines_[i].curve.what),
                    fmt::format("{}, {}", x_name, y_name), lines_[i].points);
  data.add_table("simgrid points", fmt::format("{}, {}, colour", x_name, y_name), simgrid_points_);
  data.add_table("measured",
                 fmt::format("x as drawn, {}, symbol, colour, {}, what", y_name, x_name),
                 measured_);
  data.add_table("error bars", fmt::format("x as drawn, low, high, colour, {}, what", x_name),
                 error_bars_);
}

}  // namespace sparlab::experiments
