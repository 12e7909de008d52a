#include "experiments/report/figure_style.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace sparlab::experiments {
namespace {

struct Style {
  std::string_view algorithm;
  std::string_view colour;
  int symbol;
};

constexpr std::array kStyles = {Style{"dense_recursive_doubling", "#56B4E9", 5},
                                Style{"dense_rabenseifner", "#0072B2", 7},
                                Style{"dense_ring", "#000000", 9},
                                Style{"dense_mpi", "#8C8C8C", 13},
                                Style{"sparse_allgather", "#E69F00", 4},
                                Style{"sparse_ring", "#882255", 6},
                                Style{"ssar_recursive_double", "#009E73", 8},
                                Style{"ssar_split_allgather", "#D55E00", 10},
                                Style{"dsar_split_allgather", "#CC79A7", 12}};
constexpr Style kUnknown = {"", "#999933", 2};

const Style& style_of(std::string_view algorithm) {
  const auto* const found = std::ranges::find(kStyles, algorithm, &Style::algorithm);
  return found == kStyles.end() ? kUnknown : *found;
}

/// Five colours of viridis, from dark to light.
constexpr std::array<std::array<double, 3>, 5> kViridis = {
    {{68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {221, 205, 30}}};

}  // namespace

std::string_view colour_of(std::string_view algorithm) { return style_of(algorithm).colour; }

int symbol_of(std::string_view algorithm) { return style_of(algorithm).symbol; }

std::string ordered_colour(std::size_t index, std::size_t count) {
  const double place = count < 2 ? 0
                                 : static_cast<double>(index) / static_cast<double>(count - 1) *
                                       static_cast<double>(kViridis.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(place), kViridis.size() - 2);
  const double share = place - static_cast<double>(below);
  std::string colour = "#";
  for (std::size_t i = 0; i < 3; ++i) {
    const double mixed = std::lerp(kViridis[below][i], kViridis[below + 1][i], share);
    colour += fmt::format("{:02X}", static_cast<int>(std::lround(mixed)));
  }
  return colour;
}

std::string line_of(Engine engine, std::string_view colour) {
  switch (engine) {
    case Engine::model:  // #80RRGGBB is half transparent
      return fmt::format("lines lw 5 lc rgb '#80{}'", colour.substr(1));
    case Engine::loggp:
      return fmt::format("lines lw 1.5 dt (7,6) lc rgb '{}'", colour);
    case Engine::simgrid:
      return fmt::format("linespoints lw 1.5 dt (0.5,6) pt 7 ps 0.35 lc rgb '{}'", colour);
    case Engine::mpi:
      break;
  }
  return fmt::format("points lw 1.5 ps 0.9 lc rgb '{}'", colour);
}

int dash_of(Engine engine) {
  constexpr std::array kDashes = {1, 2, 3, 4};
  return kDashes[static_cast<std::size_t>(engine)];
}

}  // namespace sparlab::experiments
