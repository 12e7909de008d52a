#include "report/figures/topology_figure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/text/text_table.hpp"
#include "model/base/contract.hpp"
#include "platforms/topology/topology_facts.hpp"
#include "report/figures/figure_data.hpp"
#include "report/figures/topology_layout.hpp"

namespace sparlab::report {
namespace {

/// Okabe and Ito's, for classes in their order; those of Aries links have colours as names.
constexpr std::array<std::string_view, 6> kClassColours = {"0x8C8C8C", "0xD55E00", "0x0072B2",
                                                           "0x009E73", "0xCC79A7", "0xE69F00"};
constexpr std::array<std::string_view, 4> kAriesColours = {"0x8C8C8C", "0x009E73", "0x222222",
                                                           "0x0072B2"};

std::string_view class_colour(const model::Topology& topology, std::uint32_t link_class) {
  const bool aries = topology.classes().size() == 4 && topology.classes()[1].name == "green";
  return aries ? kAriesColours[link_class] : kClassColours[link_class % kClassColours.size()];
}

std::string bandwidth_text(double bytes_per_s) {
  return bytes_per_s >= 1e9 ? fmt::format("{:.4g} GB/s", bytes_per_s / 1e9)
                            : fmt::format("{:.4g} MB/s", bytes_per_s / 1e6);
}

/// A cable between two places as lines, each a row "x, y, dx, dy".
void add_cable(PicturePlace from, PicturePlace to, double longest_straight, Rows& rows) {
  const double dx = to.x - from.x;
  const double dy = to.y - from.y;
  const double length = std::hypot(dx, dy);
  const bool aligned = std::abs(dx) < 1e-6 || std::abs(dy) < 1e-6;
  if (!aligned || longest_straight == 0 || length <= longest_straight) {
    rows.push_back({from.x, from.y, dx, dy});
    return;
  }
  constexpr int kParts = 10;
  const double bulge = std::min(30.0, 6 + 0.05 * length);
  PicturePlace last = from;
  for (int part = 1; part <= kParts; ++part) {
    const double t = static_cast<double>(part) / kParts;
    const double off = 4 * bulge * t * (1 - t);
    const PicturePlace next{from.x + t * dx + (std::abs(dx) < 1e-6 ? off : 0),
                            from.y + t * dy - (std::abs(dx) < 1e-6 ? 0 : off)};
    rows.push_back({last.x, last.y, next.x - last.x, next.y - last.y});
    last = next;
  }
}

/// The lines of each class: one for all cables between two places.
std::vector<Rows> lines_of(const model::Topology& topology, const TopologyLayout& layout) {
  std::vector<Rows> lines(topology.classes().size());
  std::set<std::tuple<double, double, double, double>> drawn;
  for (std::uint32_t link = 0; link < topology.links(); link += 2) {
    const auto& from = layout.vertices[topology.source(link)];
    const auto& to = layout.vertices[topology.target(link)];
    if (!from || !to || !drawn.emplace(from->x, from->y, to->x, to->y).second) continue;
    add_cable(*from, *to, layout.longest_straight, lines[topology.class_of(link)]);
  }
  for (const auto& [i, j] : layout.joined) {
    const PicturePlace from = layout.groups[i].at;
    const PicturePlace to = layout.groups[j].at;
    lines[layout.between].push_back({from.x, from.y, to.x - from.x, to.y - from.y});
  }
  return lines;
}

struct Symbols {
  Rows hosts, switches, groups, numbers;
};

Symbols symbols_of(const model::Topology& topology, const TopologyLayout& layout) {
  Symbols symbols;
  for (std::uint32_t vertex = 0; vertex < layout.vertices.size(); ++vertex) {
    const auto& at = layout.vertices[vertex];
    if (!at || std::ranges::binary_search(layout.without_symbol, vertex)) continue;
    (vertex < topology.hosts() ? symbols.hosts : symbols.switches).push_back({at->x, at->y});
  }
  for (const TopologyLayout::Group& group : layout.groups) {
    symbols.groups.push_back({group.at.x, group.at.y, group.in_detail ? "0xFFE9A8" : "0xFFFFFF"});
    symbols.numbers.push_back({group.at.x, group.at.y, std::to_string(group.number)});
  }
  return symbols;
}

void add_if_any(DataBlocks& blocks, Rows& settings, const std::string& name,
                std::string_view columns, const Rows& rows) {
  settings.push_back({"rows of " + name, static_cast<double>(rows.size())});
  if (!rows.empty()) blocks.add(name, columns, rows);
}

}  // namespace

Figure topology_figure(const platforms::PlatformFile& platform, std::uint32_t detailed,
                       const std::string& name) {
  SPARLAB_EXPECTS(platform.topology());
  const auto topology = model::make_topology(*platform.topology());
  const TopologyLayout layout = lay_out(*platform.topology(), *topology, detailed);
  DataBlocks blocks;
  Rows settings;
  Rows legend;
  const std::vector<Rows> lines = lines_of(*topology, layout);
  const std::vector<std::uint64_t> cables = platforms::cables_by_class(*topology);
  for (std::uint32_t i = 0; i < lines.size(); ++i) {
    const model::LinkClass& link = topology->classes()[i];
    if (cables[i] == 0) continue;
    add_if_any(blocks, settings, fmt::format("lines {}", legend.size() + 1), "x, y, dx, dy",
               lines[i]);
    legend.push_back(
        {class_colour(*topology, i),
         fmt::format("{}: {}, {}, {} cable{}", link.name, bandwidth_text(link.bytes_per_s),
                     base::seconds_text(link.latency_s), cables[i], cables[i] == 1 ? "" : "s"),
         static_cast<double>(lines[i].size())});
  }
  const Symbols symbols = symbols_of(*topology, layout);
  add_if_any(blocks, settings, "hosts", "x, y", symbols.hosts);
  add_if_any(blocks, settings, "switches", "x, y", symbols.switches);
  add_if_any(blocks, settings, "groups", "x, y, colour", symbols.groups);
  add_if_any(blocks, settings, "numbers", "x, y, text", symbols.numbers);
  Rows headings;
  for (const TopologyLayout::Heading& heading : layout.headings)
    headings.push_back({heading.at.x, heading.at.y, heading.text});
  add_if_any(blocks, settings, "headings", "x, y, text", headings);
  add_if_any(blocks, settings, "classes", "colour, text, lines", legend);
  const std::uint64_t ranks = platform.placement.ranks_per_host;
  settings.push_back({"title", platform.name});
  settings.push_back({"subtitle", platform.title});
  settings.push_back({"note", layout.left_out.empty()
                                  ? " "
                                  : fmt::format("drawn: {}", fmt::join(layout.left_out, ", "))});
  settings.push_back(
      {"facts", fmt::format("{} hosts{}, {} switch{}", topology->hosts(),
                            ranks == 1 ? "" : fmt::format(" of {} ranks", ranks),
                            topology->switches(), topology->switches() == 1 ? "" : "es")});
  settings.push_back({"width", std::max(760.0, layout.width)});
  settings.push_back({"picture width", layout.width});
  settings.push_back({"height", layout.height});
  DataBlocks all;
  all.add("settings", "name, value", settings);
  return {name, FigureKind::topology, all.text() + blocks.text()};
}

}  // namespace sparlab::report
