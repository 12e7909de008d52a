#include "experiments/report/figure_frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "experiments/points/engine.hpp"

namespace sparlab::experiments {
namespace {

bool all_powers_of_two(std::span<const double> positions) {
  return std::ranges::all_of(positions, [](double position) {
    return std::has_single_bit(static_cast<std::uint64_t>(position));
  });
}

std::string_view x_scale(Axis axis, std::span<const double> positions) {
  constexpr std::size_t kMostTics = 12;
  if (axis == Axis::density) return "decades";
  if (axis == Axis::universe) return all_powers_of_two(positions) ? "powers of two" : "prefixes";
  return positions.size() > kMostTics ? "doubling" : "listed";
}

/// With labels at decades only, a narrow range would have one or two of them, or none.
void add_tics_within_decades(FigureData& data, double from, double to) {
  constexpr double kNarrow = 100;
  if (!(from > 0) || !(to / from <= kNarrow)) return;
  Rows tics;
  for (int decade = static_cast<int>(std::floor(std::log10(from)));
       decade <= static_cast<int>(std::floor(std::log10(to))); ++decade)
    for (const int digit : {1, 2, 5}) tics.push_back({digit * std::pow(10, decade)});
  data.add_table("y tics", "position", tics);
}

}  // namespace

void add_frame(FigureData& data, const FigureFrame& frame) {
  data.set("title", frame.title);
  data.set("subtitle", frame.subtitle);
  data.set("note", frame.note);
  data.set("engines note", frame.engines_note);
  data.set("x label", frame.x_label);
  data.set("y label", frame.y_label);
}

void add_x_axis(FigureData& data, Axis axis, std::span<const double> positions) {
  const double margin = std::pow(positions.back() / positions.front(), 0.035);
  const std::string_view scale = x_scale(axis, positions);
  data.set("x scale", scale);
  data.set("x from", positions.front() / margin);
  data.set("x to", positions.back() * margin);
  if (scale != "listed") return;
  Rows tics;
  for (const double position : positions) tics.push_back({position});
  data.add_table("x tics", name_of(axis), tics);
}

void add_group(FigureData& data, int number, std::string_view heading, const Rows& entries) {
  const std::string name = fmt::format("group {}", number);
  data.set(name, heading);
  data.add_table(name, "colour, symbol, text", entries);
}

void add_engines(FigureData& data, std::span<const Engine> engines) {
  std::vector<std::string_view> names;
  for (const Engine engine : engines) names.push_back(name_of(engine));
  data.set("engines", fmt::format("{}", fmt::join(names, " ")));
}

void add_y_axis(FigureData& data, std::string_view scale, double from, double to) {
  data.set("y scale", scale);
  data.set("y from", from);
  data.set("y to", to);
  if (scale != "percent") add_tics_within_decades(data, from, to);
}

}  // namespace sparlab::experiments
