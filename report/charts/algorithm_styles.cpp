#include "report/charts/algorithm_styles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "model/base/contract.hpp"

namespace sparlab::report {
namespace {

struct Known {
  std::string_view algorithm;
  AlgorithmStyles::Style style;
};

/// Symbols: + x * (1 to 3), square, circle, triangles, diamond, pentagon (5 to 15, odd). The CIE
/// lightness of the four colours of a symbol is near 17, 40, 61 and 83 (black: 0).
constexpr std::array kKnown = {
    Known{"dense_recursive_doubling", {"0x039ED7", 5}}, Known{"dense_recursive_k", {"0x7EDDE4", 5}},
    Known{"dense_rabenseifner", {"0x096399", 7}}, Known{"dense_bine", {"0xC8D860", 7}},
    Known{"dense_ring", {"0x2F1A6B", 9}}, Known{"dense_mpi", {"0x012B52", 11}},
    Known{"sparse_allgather", {"0xD28003", 9}}, Known{"sparse_ring", {"0x9032AE", 13}},
    Known{"ssar_recursive_double", {"0x1FA868", 15}},
    Known{"ssar_split_allgather", {"0x9F3F40", 11}}, Known{"dsar_split_allgather", {"0xF851B7", 7}},
    Known{"dsar_split_allgather_qsgd", {"0xFA5C75", 1}}, Known{"topk_allgather", {"0x02629E", 1}},
    Known{"topk_dsa", {"0x15A3AB", 2}}, Known{"gtopk", {"0xB22C01", 3}},
    Known{"gaussiank", {"0xAC2B5A", 2}}, Known{"dryden", {"0x9083FE", 3}},
    Known{"spardl", {"0xF7C77B", 2}}, Known{"clt_k", {"0xDED334", 3}},
    Known{"oktopk", {"0x5B001E", 1}}, Known{"redsync_rgc", {"0x531200", 2}},
    Known{"redsync_rgc_quantized", {"0x013031", 3}}, Known{"s2_reducer", {"0x8DE476", 1}},
    Known{"s2_omnireduce_standin", {"0x14E5EA", 9}}, Known{"omnireduce", {"0x0799F4", 13}},
    Known{"parameter_server", {"0x00696B", 15}}, Known{"parallax", {"0x580030", 15}},
    Known{"traff_elimination", {"0x0362A0", 5}}, Known{"hofmann_runger", {"0x046E1A", 9}},
    Known{"kylix", {"0x9C9A00", 11}}, Known{"spark_tree_aggregate", {"0x031D79", 5}},
    Known{"sparlab_auto", {"0x003203", 13}}, Known{"gloo_sparse", {"0xE9C0FE", 15}},
    Known{"horovod_slices", {"0xFEC29A", 13}}, Known{"hierarchical", {"0x5C010B", 7}},
    Known{"dense_gloo", {"0xE1D14E", 11}},
    // Exact and approximate algorithms, which figures rarely show together, share these styles.
    Known{"dense_two_level", {"0xAC2B5A", 2}}, Known{"micro", {"0x1FA868", 15}},
    Known{"block_topk", {"0xC8D860", 7}}, Known{"arc_topk", {"0x7EDDE4", 5}},
    Known{"in_network", {"0x5B001E", 1}}, Known{"butterfly", {"0x8DE476", 1}},
    Known{"scheduled", {"0xFA5C75", 1}}, Known{"quantized_sum", {"0x0799F4", 13}}};

/// Five colours of the viridis map, from dark to light.
constexpr std::array<std::array<double, 3>, 5> kViridis = {
    {{68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {221, 205, 30}}};

/// FNV-1a: the same on every machine, unlike std::hash.
std::uint64_t style_hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

}  // namespace

AlgorithmStyles::AlgorithmStyles(const std::vector<std::string>& algorithms) {
  for (const std::string& algorithm : algorithms) {
    const auto* const known = std::ranges::find(kKnown, algorithm, &Known::algorithm);
    if (known != kKnown.end() && !taken(known->style)) given_.push_back({algorithm, known->style});
  }
  for (const std::string& algorithm : algorithms) {
    if (std::ranges::find(given_, algorithm, &Given::algorithm) != given_.end()) continue;
    given_.push_back({algorithm, free_style(algorithm)});
  }
}

const AlgorithmStyles::Style& AlgorithmStyles::at(std::string_view algorithm) const {
  const auto found = std::ranges::find(given_, algorithm, &Given::algorithm);
  SPARLAB_EXPECTS(found != given_.end());
  return found->style;
}

bool AlgorithmStyles::taken(const Style& style) const {
  return std::ranges::any_of(given_, [&](const Given& one) { return one.style == style; });
}

/// The first free style from one that the text determines on. With more specs than styles, colours
/// appear with symbols of others, and then styles repeat.
AlgorithmStyles::Style AlgorithmStyles::free_style(std::string_view algorithm) const {
  const std::size_t wanted = style_hash(algorithm) % kKnown.size();
  const auto at_place = [&](std::size_t i) { return kKnown[i % kKnown.size()].style; };
  for (std::size_t i = 0; i < kKnown.size(); ++i)
    if (!taken(at_place(wanted + i))) return at_place(wanted + i);
  for (std::size_t i = 0; i < kKnown.size(); ++i)
    for (std::size_t j = 1; j < kKnown.size(); ++j) {
      const Style mixed = {at_place(wanted + i).colour, at_place(wanted + i + j).symbol};
      if (!taken(mixed)) return mixed;
    }
  return at_place(wanted);
}

int hollow_symbol(int symbol) { return symbol > 3 ? symbol - 1 : symbol; }

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

std::string_view contrast(const std::string& colour) {
  const auto part = [&](std::size_t at) {
    return static_cast<double>(std::stoul(colour.substr(at, 2), nullptr, 16));
  };
  constexpr double kMiddle = 125;
  return 0.30 * part(2) + 0.59 * part(4) + 0.11 * part(6) > kMiddle ? "0x000000" : "0xFFFFFF";
}

std::string tint(std::string_view colour, double share) {
  SPARLAB_EXPECTS(colour.size() == 8);
  std::string mixed = "0x";
  for (std::size_t i = 2; i < 8; i += 2) {
    int part = 0;
    std::from_chars(colour.data() + i, colour.data() + i + 2, part, 16);
    mixed += fmt::format("{:02X}", static_cast<int>(std::lround(std::lerp(255.0, part, share))));
  }
  return mixed;
}

}  // namespace sparlab::report
