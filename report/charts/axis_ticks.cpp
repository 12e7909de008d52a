#include "report/charts/axis_ticks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "model/base/contract.hpp"

namespace sparlab::report {
namespace {

/// A number with at most six digits and a prefix of a thousand: "20 u", "1.5 k".
std::string with_prefix(double value) {
  if (value == 0) return "0 ";
  constexpr std::array<std::string_view, 9> kPrefixes = {"p", "n", "u", "m", "",
                                                         "k", "M", "G", "T"};
  constexpr int kOne = 4;
  const int thousands =
      std::clamp(static_cast<int>(std::floor(std::log10(value) / 3 + 1e-9)), -kOne, kOne);
  const int prefix = kOne + thousands;
  return fmt::format("{:.6g} {}", value / std::pow(1000.0, thousands),
                     kPrefixes[static_cast<std::size_t>(prefix)]);
}

std::vector<Tick> labelled(const std::vector<double>& places, std::string_view unit) {
  std::vector<Tick> ticks;
  for (const double place : places)
    ticks.push_back({place, unit.empty() ? fmt::format("{:.6g}", place)
                                         : with_prefix(place) + std::string(unit)});
  return ticks;
}

/// Steps of 1, 2 or 5 times a power of ten.
std::vector<double> equal_steps(double from, double to) {
  constexpr double kWanted = 5;  // at least two fit in any range
  const double raw = (to - from) / kWanted;
  const double decade = std::pow(10.0, std::floor(std::log10(raw)));
  double step = decade;
  for (const double digit : {2.0, 5.0, 10.0})
    if (step < raw) step = digit * decade;
  std::vector<double> places;
  for (double i = std::ceil(from / step); i * step <= to * (1 + 1e-12); ++i)
    places.push_back(i * step + 0.0);  // not -0
  return places;
}

std::vector<double> multiples(double from, double to, const std::vector<double>& digits,
                              int decades = 1) {
  std::vector<double> places;
  const auto first = static_cast<int>(std::floor(std::log10(from)));
  const auto last = static_cast<int>(std::ceil(std::log10(to)));
  for (int decade = first; decade <= last; ++decade) {
    if (decade % decades != 0) continue;
    for (const double digit : digits) {
      const double place = digit * std::pow(10.0, decade);
      if (place >= from * (1 - 1e-12) && place <= to * (1 + 1e-12)) places.push_back(place);
    }
  }
  return places;
}

}  // namespace

std::vector<double> log_places(double from, double to) {
  SPARLAB_EXPECTS(from > 0 && to > from);
  constexpr std::size_t kFewest = 3;
  constexpr std::size_t kMost = 8;
  if (std::vector<double> places = multiples(from, to, {1}); places.size() >= kFewest) {
    for (int decades = 2; places.size() > kMost; ++decades)
      places = multiples(from, to, {1}, decades);
    return places;
  }
  for (const std::vector<double>& digits : {std::vector<double>{1, 3}, {1, 2, 5}})
    if (std::vector<double> places = multiples(from, to, digits); places.size() >= kFewest + 1)
      return places;
  return equal_steps(from, to);
}

std::vector<Tick> unit_ticks(double from, double to, std::string_view unit) {
  return labelled(log_places(from, to), unit);
}

std::vector<Tick> step_ticks(double from, double to, std::string_view unit) {
  return labelled(equal_steps(from, to), unit);
}

std::string_view axis_title(analysis::Axis axis) {
  switch (axis) {
    case analysis::Axis::ranks:
      return "number of ranks, P";
    case analysis::Axis::universe:
      return "size of the index universe, N";
    case analysis::Axis::density:
      break;
  }
  return "density of one rank's input, k / N";
}

std::vector<Tick> position_ticks(analysis::Axis axis, const std::vector<double>& positions,
                                 double from, double to) {
  if (axis == analysis::Axis::density) return unit_ticks(from, to, "");
  constexpr std::size_t kMost = 10;
  const std::size_t every = (positions.size() + kMost - 1) / kMost;
  std::vector<Tick> ticks;
  for (std::size_t i = 0; i < positions.size(); i += every) {
    // Labels that would overlap are omitted.
    const bool close =
        !ticks.empty() && std::log(positions[i] / ticks.back().at) < 0.05 * std::log(to / from);
    if (!close) ticks.push_back({positions[i], analysis::position_text(axis, positions[i])});
  }
  return ticks;
}

}  // namespace sparlab::report
