#include "report/figures/topology_figure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/text/text_table.hpp"
#include "model/base/contract.hpp"
#include "platforms/topology/topology_facts.hpp"
#include "report/figures/topology_layout.hpp"

namespace sparlab::report {
namespace {

/// Okabe and Ito's, for classes in their order; those of Aries links have colours as names.
constexpr std::array<std::string_view, 6> kClassColours = {"0x8A2BE2", "0xD55E00", "0x0072B2",
                                                           "0x009E73", "0xCC79A7", "0xE69F00"};
constexpr std::array<std::string_view, 4> kAriesColours = {"0x8A2BE2", "0x009E73", "0x222222",
                                                           "0x0072B2"};

const Style kHost{.colour = "0x333333", .symbol = 7, .size = 0.4};
const Style kSwitch{.colour = "0x333333", .symbol = 5, .size = 0.9};
const Style kGroup{.colour = "0x333333", .width = 1.2, .symbol = 6, .size = 2.6};

std::string_view class_colour(const model::Topology& topology, std::uint32_t link_class) {
  const bool aries = topology.classes().size() == 4 && topology.classes()[1].name == "green";
  return aries ? kAriesColours[link_class] : kClassColours[link_class % kClassColours.size()];
}

std::string bandwidth_text(double bytes_per_s) {
  return bytes_per_s >= 1e9 ? fmt::format("{:.4g} GB/s", bytes_per_s / 1e9)
                            : fmt::format("{:.4g} MB/s", bytes_per_s / 1e6);
}

/// A cable between two places as lines, each a row "x from, x to, y from, y to".
void add_cable(PicturePlace from, PicturePlace to, double longest_straight, Rows& rows) {
  const double dx = to.x - from.x;
  const double dy = to.y - from.y;
  const double length = std::hypot(dx, dy);
  const bool aligned = std::abs(dx) < 1e-6 || std::abs(dy) < 1e-6;
  if (!aligned || longest_straight == 0 || length <= longest_straight) {
    rows.push_back({from.x, to.x, from.y, to.y});
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
    rows.push_back({last.x, next.x, last.y, next.y});
    last = next;
  }
}

/// The lines of each class: one for all cables between two places.
std::vector<Rows> lines_of(const model::Topology& topology, const TopologyLayout& layout,
                           double shift) {
  std::vector<Rows> lines(topology.classes().size());
  std::set<std::tuple<double, double, double, double>> drawn;
  for (std::uint32_t link = 0; link < topology.links(); link += 2) {
    const auto& from = layout.vertices[topology.source(link)];
    const auto& to = layout.vertices[topology.target(link)];
    if (!from || !to || !drawn.emplace(from->x, from->y, to->x, to->y).second) continue;
    add_cable({from->x + shift, from->y}, {to->x + shift, to->y}, layout.longest_straight,
              lines[topology.class_of(link)]);
  }
  for (const auto& [i, j] : layout.joined) {
    const PicturePlace from = layout.groups[i].at;
    const PicturePlace to = layout.groups[j].at;
    lines[layout.between].push_back({from.x + shift, to.x + shift, from.y, to.y});
  }
  return lines;
}

/// Many lines of a class are thin and pale, so that what is below them remains visible.
Style line_style(std::string_view colour, std::size_t lines) {
  const bool dense = lines > 1500;
  return {.colour = std::string(colour),
          .opacity = dense         ? 0.4
                     : lines > 300 ? 0.75
                                   : 1,
          .width = dense         ? 0.5
                   : lines > 300 ? 0.8
                   : lines > 60  ? 1.1
                                 : 1.6};
}

/// "0-3", or "0 8 16" where the ranks of a host do not follow each other.
std::string ranks_text(const std::vector<std::uint64_t>& ranks) {
  if (ranks.size() > 1 && ranks.back() - ranks.front() == ranks.size() - 1)
    return fmt::format("{}-{}", ranks.front(), ranks.back());
  return fmt::format("{}", fmt::join(ranks, " "));
}

/// The ranks of each drawn host, beyond it as seen from its switch; together for hosts of a switch
/// that are close to each other. Empty if there is no room for all.
Series rank_labels(const model::Topology& topology, const TopologyLayout& layout,
                   const model::Placement& placement, double shift) {
  constexpr std::size_t kMost = 64;
  constexpr double kClose = 30;
  struct Host {
    PicturePlace at;
    std::vector<std::uint64_t> ranks;
  };
  std::vector<std::vector<std::uint64_t>> ranks(topology.hosts());
  const std::uint64_t all = placement.kind == model::Placement::Kind::listed
                                ? placement.listed.size()
                                : topology.hosts() * placement.ranks_per_host;
  for (std::uint64_t rank = 0; rank < all; ++rank)
    if (const std::uint64_t host = placement.host_of(rank); host < ranks.size())
      ranks[host].push_back(rank);
  std::map<std::uint32_t, std::vector<Host>> by_switch;
  for (std::uint32_t link = 0; link < topology.links(); ++link) {
    const std::uint32_t host = topology.source(link);
    if (host >= topology.hosts() || ranks[host].empty() || !layout.vertices[host] ||
        !layout.vertices[topology.target(link)])
      continue;
    by_switch[topology.target(link)].push_back(
        {*layout.vertices[host], std::exchange(ranks[host], {})});  // of several cables, the first
  }
  Series labels{{}, {"x", "y", "text"}, {}};
  for (auto& [vertex, hosts] : by_switch) {
    const PicturePlace from = *layout.vertices[vertex];
    const PicturePlace first = hosts.front().at;
    if (hosts.size() > 1 && std::hypot(hosts[1].at.x - first.x, hosts[1].at.y - first.y) < kClose) {
      Host joined;
      for (const Host& host : hosts) {
        joined.at.x += host.at.x / static_cast<double>(hosts.size());
        joined.at.y += host.at.y / static_cast<double>(hosts.size());
        joined.ranks.insert(joined.ranks.end(), host.ranks.begin(), host.ranks.end());
      }
      std::ranges::sort(joined.ranks);
      hosts = {std::move(joined)};
    }
    for (const Host& host : hosts) {
      const double x = host.at.x - from.x;
      const double y = host.at.y - from.y;
      const double length = std::hypot(x, y);
      if (length == 0) continue;
      const std::string text = ranks_text(host.ranks);
      const double wide = 8 + 2.2 * static_cast<double>(text.size());
      labels.rows.push_back(
          {host.at.x + shift + wide * x / length, host.at.y + 11 * y / length, text});
    }
  }
  if (labels.rows.size() > kMost) labels.rows.clear();
  return labels;
}

void draw_symbols(ChartPanel& panel, const model::Topology& topology, const TopologyLayout& layout,
                  double shift) {
  Series hosts{{}, {"x", "y"}, {}};
  Series switches = hosts;
  Series groups{{}, {"x", "y", "colour", "number"}, {}};
  Series headings{{}, {"x", "y", "text"}, {}};
  for (std::uint32_t vertex = 0; vertex < layout.vertices.size(); ++vertex) {
    const auto& at = layout.vertices[vertex];
    if (!at || std::ranges::binary_search(layout.without_symbol, vertex)) continue;
    (vertex < topology.hosts() ? hosts : switches).rows.push_back({at->x + shift, at->y});
  }
  for (const TopologyLayout::Group& group : layout.groups)
    groups.rows.push_back({group.at.x + shift, group.at.y,
                           group.in_detail ? "0xFFE9A8" : "0xFFFFFF",
                           std::to_string(group.number)});
  for (const TopologyLayout::Heading& heading : layout.headings)
    headings.rows.push_back({heading.at.x + shift, heading.at.y, heading.text});
  panel.draw(std::move(switches), {.kind = MarkKind::points, .style = kSwitch});
  panel.draw(std::move(hosts), {.kind = MarkKind::points, .style = kHost});
  if (!groups.rows.empty()) {
    const std::size_t all = panel.add(std::move(groups));
    Style ground = kGroup;
    ground.symbol = 7;
    panel.marks.push_back({.kind = MarkKind::points, .series = all, .style = ground, .colour = 3});
    panel.marks.push_back({.kind = MarkKind::points, .series = all, .style = kGroup});
    panel.marks.push_back(
        {.kind = MarkKind::labels, .series = all, .text = 4, .lettering = {.size = 8}});
  }
  panel.draw(std::move(headings),
             {.kind = MarkKind::labels, .text = 3, .lettering = {.size = 10, .left = true}});
}

}  // namespace

Chart topology_figure(const platforms::PlatformFile& platform, std::uint32_t detailed,
                      const std::string& name) {
  SPARLAB_EXPECTS(platform.topology());
  const auto topology = model::make_topology(*platform.topology());
  const TopologyLayout layout = lay_out(*platform.topology(), *topology, detailed);
  Chart chart;
  chart.name = name;
  chart.command = "platform draw";
  PageLayout& page = chart.layout;
  page.width = std::max(760.0, layout.width);
  ChartPanel& panel = chart.panels.emplace_back();
  const double shift = (page.width - layout.width) / 2;
  std::vector<Rows> lines = lines_of(*topology, layout, shift);
  const std::vector<std::uint64_t> cables = platforms::cables_by_class(*topology);
  for (std::uint32_t i = 0; i < lines.size(); ++i) {
    const model::LinkClass& link = topology->classes()[i];
    if (cables[i] == 0) continue;
    const std::string colour(class_colour(*topology, i));
    chart.legend.push_back(
        {Sample::line,
         fmt::format("{}: {}, {}, {} cable{}", link.name, bandwidth_text(link.bytes_per_s),
                     base::seconds_text(link.latency_s), cables[i], cables[i] == 1 ? "" : "s"),
         Style{.colour = colour, .width = 3}});
    const Style style = line_style(colour, lines[i].size());
    panel.draw({{link.name}, {"x from", "x to", "y from", "y to"}, std::move(lines[i])},
               {.kind = MarkKind::segments, .style = style});
  }
  std::ranges::reverse(panel.marks);  // the first class on top
  draw_symbols(panel, *topology, layout, shift);
  panel.draw(rank_labels(*topology, layout, platform.placement, shift),
             {.kind = MarkKind::labels, .text = 3, .lettering = {.size = 6.5}});
  chart.legend.push_back({Sample::symbol, "hosts, with their ranks where there is room", kHost});
  chart.legend.push_back({Sample::symbol, "switches", kSwitch});
  if (!layout.groups.empty()) chart.legend.push_back({Sample::symbol, "groups", kGroup});
  page.legend_x = 20;
  page.legend_y = layout.height + 12;
  page.height = page.legend_y + 15 * static_cast<double>(chart.legend.size()) + 34;
  page.has_axes = false;
  page.title = {20, 22, 13, true};
  page.subtitle = {20, 42, 9, true};
  panel.area = {0, 0, page.width, page.height};
  chart.title = platform.name;
  chart.subtitle = platform.title;
  const std::uint64_t ranks = platform.placement.ranks_per_host;
  panel.draw({{},
              {"x", "y", "text"},
              {{20, 60,
                fmt::format("{} hosts{}, {} switch{}", topology->hosts(),
                            ranks == 1 ? "" : fmt::format(" of {} ranks", ranks),
                            topology->switches(), topology->switches() == 1 ? "" : "es")}}},
             {.kind = MarkKind::labels,
              .style = {.colour = "0x555555"},
              .text = 3,
              .lettering = {.left = true}});
  if (!layout.left_out.empty())
    chart.notes = {fmt::format("drawn: {}", fmt::join(layout.left_out, ", "))};
  return chart;
}

}  // namespace sparlab::report
