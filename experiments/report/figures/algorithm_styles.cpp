#include "experiments/report/figures/algorithm_styles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "experiments/report/analysis/panel.hpp"
#include "model/base/contract.hpp"

namespace sparlab::experiments {
namespace {

struct Known {
  std::string_view algorithm;
  std::string_view colour;
  int symbol;
};

constexpr std::array kKnown = {Known{"dense_recursive_doubling", "0x56B4E9", 5},
                               Known{"dense_rabenseifner", "0x0072B2", 7},
                               Known{"dense_ring", "0x000000", 9},
                               Known{"dense_mpi", "0x8C8C8C", 13},
                               Known{"sparse_allgather", "0xE69F00", 4},
                               Known{"sparse_ring", "0x882255", 6},
                               Known{"ssar_recursive_double", "0x009E73", 8},
                               Known{"ssar_split_allgather", "0xD55E00", 10},
                               Known{"dsar_split_allgather", "0xCC79A7", 12}};

/// For all other algorithms; after these, the styles of known algorithms that are not in the
/// figure.
constexpr std::array kOthers = {Known{"", "0x332288", 11}, Known{"", "0x44AA99", 14},
                                Known{"", "0x661100", 15}, Known{"", "0xAA4499", 1},
                                Known{"", "0x117733", 2},  Known{"", "0xDDCC77", 3},
                                Known{"", "0x999933", 11}};

/// Five colours of the viridis map, from dark to light.
constexpr std::array<std::array<double, 3>, 5> kViridis = {
    {{68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {221, 205, 30}}};

}  // namespace

AlgorithmStyles::AlgorithmStyles(const std::vector<std::string>& algorithms) {
  for (const std::string& algorithm : algorithms) {
    const auto* const known = std::ranges::find(kKnown, algorithm, &Known::algorithm);
    if (known != kKnown.end()) given_.push_back({algorithm, {known->colour, known->symbol}});
  }
  for (const std::string& algorithm : algorithms) {
    if (std::ranges::find(given_, algorithm, &Given::algorithm) != given_.end()) continue;
    given_.push_back({algorithm, free_style(registry_position(algorithm))});
  }
}

const AlgorithmStyles::Style& AlgorithmStyles::at(std::string_view algorithm) const {
  const auto found = std::ranges::find(given_, algorithm, &Given::algorithm);
  SPARLAB_EXPECTS(found != given_.end());
  return found->style;
}

bool AlgorithmStyles::taken(std::string_view colour) const {
  return std::ranges::any_of(given_, [&](const Given& one) { return one.style.colour == colour; });
}

bool AlgorithmStyles::taken(const Style& style) const {
  return std::ranges::any_of(given_, [&](const Given& one) { return one.style == style; });
}

/// The first free style from the wanted index on. If no colour is free: the wanted colour, or one
/// after it, with another symbol.
AlgorithmStyles::Style AlgorithmStyles::free_style(std::size_t wanted) const {
  const auto style = [](const Known& one) { return Style{one.colour, one.symbol}; };
  for (std::size_t i = 0; i < kOthers.size(); ++i) {
    const Known& other = kOthers[(wanted + i) % kOthers.size()];
    if (!taken(other.colour)) return style(other);
  }
  for (const Known& known : kKnown)
    if (!taken(known.colour)) return style(known);
  constexpr std::size_t kStyles = kOthers.size() + kKnown.size();
  const auto style_at = [&](std::size_t place) {
    const std::size_t i = place % kStyles;
    return style(i < kOthers.size() ? kOthers[i] : kKnown[i - kOthers.size()]);
  };
  for (std::size_t colour = 0; colour < kStyles; ++colour) {
    for (std::size_t symbol = 1; symbol < kStyles; ++symbol) {
      const Style found = {style_at(wanted + colour).colour,
                           style_at(wanted + colour + symbol).symbol};
      if (!taken(found)) return found;
    }
  }
  return style_at(wanted);
}

std::string ordered_colour(std::size_t index, std::size_t count) {
  const double place = count < 2 ? 0
                                 : static_cast<double>(index) / static_cast<double>(count - 1) *
                                       static_cast<double>(kViridis.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(place), kViridis.size() - 2);
  const double share = place - static_cast<double>(below);
  std::string colour = "0x";
  for (std::size_t i = 0; i < 3; ++i) {
    const double mixed = std::lerp(kViridis[below][i], kViridis[below + 1][i], share);
    colour += fmt::format("{:02X}", static_cast<int>(std::lround(mixed)));
  }
  return colour;
}

}  // namespace sparlab::experiments
