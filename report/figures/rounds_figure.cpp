#include "report/figures/rounds_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "base/text/text_table.hpp"
#include "model/base/contract.hpp"
#include "report/charts/algorithm_styles.hpp"

namespace sparlab::report {
namespace {

using experiments::run::RoundMessage;

constexpr std::size_t kWidths = 4;
constexpr double kFirstRank = 104;
constexpr double kFirstRound = 74;

/// Widths have a class for each quarter of the largest message.
std::size_t width_class(double bytes, double most) {
  if (!(most > 0)) return 0;
  const auto quarter = static_cast<std::size_t>(std::ceil(kWidths * bytes / most));
  return std::clamp<std::size_t>(quarter, 1, kWidths) - 1;
}
double pixels_of(std::size_t width) { return 0.8 + 0.9 * static_cast<double>(width); }

/// Rows "x from, x to, y from, y to, ..." of an arrow: its line and the two sides of its head.
void add_arrow(Rows& rows, double x0, double y0, double x1, double y1, double head,
               const RoundMessage& message) {
  const double angle = std::atan2(y1 - y0, x1 - x0);
  const auto add = [&](double from_x, double to_x, double from_y, double to_y) {
    rows.push_back({from_x, to_x, from_y, to_y, fmt::format("rank {}", message.from),
                    fmt::format("rank {}", message.to), message.bytes, message.phase});
  };
  add(x0, x1, y0, y1);
  for (const double side : {-0.4, 0.4})
    add(x1 - head * std::cos(angle + side), x1, y1 - head * std::sin(angle + side), y1);
}

/// In the order of the first message of each.
std::vector<std::string> sent_phases(const std::vector<RoundMessage>& messages) {
  std::vector<std::string> phases;
  for (const RoundMessage& message : messages)
    if (std::ranges::find(phases, message.phase) == phases.end()) phases.push_back(message.phase);
  return phases;
}

}  // namespace

Chart rounds_figure(const experiments::run::TracedCall& call) {
  const experiments::Point& point = call.record.point;
  const std::vector<RoundMessage>& messages = call.messages;
  SPARLAB_EXPECTS(point.ranks <= kMostDrawnRanks && messages.size() <= kMostDrawnMessages);
  SPARLAB_EXPECTS(!messages.empty() && messages.back().round <= kMostDrawnRounds);
  const auto rounds = static_cast<double>(messages.back().round);
  const double column = std::clamp(1200 / rounds, 44.0, 190.0);
  const double pitch = point.ranks <= 16 ? 30 : point.ranks <= 32 ? 18 : 12;
  const double gap = std::min(20.0, column / 4);  // between two rounds
  const double right = kFirstRound + rounds * column;
  const double bottom = kFirstRank + static_cast<double>(point.ranks - 1) * pitch;
  const auto y_of = [&](std::size_t rank) {
    return kFirstRank + static_cast<double>(rank) * pitch;
  };

  Chart chart;
  chart.name = "messages";
  chart.command = "explain";
  ChartPanel& panel = chart.panels.emplace_back();
  Series ranks{{}, {"x from", "x to", "y from", "y to"}, {}};
  Series names{{}, {"x", "y", "text"}, {}};
  for (std::size_t rank = 0; rank < point.ranks; ++rank) {
    ranks.rows.push_back({kFirstRound, right, y_of(rank), y_of(rank)});
    names.rows.push_back({kFirstRound - 22, y_of(rank), std::to_string(rank)});
  }
  panel.draw(std::move(ranks),
             {.kind = MarkKind::segments, .style = {.colour = "0xD8D8D8", .width = 0.8}});
  names.rows.push_back({kFirstRound - 22, kFirstRank - 34, "round"});
  names.rows.push_back({kFirstRound - 22, kFirstRank - 19, "rank"});
  panel.draw(std::move(names),
             {.kind = MarkKind::labels, .text = 3, .lettering = {.size = pitch < 14 ? 7.0 : 9.0}});

  std::map<std::size_t, double> bytes;
  double most = 0;
  for (const RoundMessage& message : messages) {
    bytes[message.round] += message.bytes;
    most = std::max(most, message.bytes);
  }
  Series headings{{}, {"x", "y", "text"}, {}};
  Series totals = headings;
  Series borders{{}, {"x from", "x to", "y from", "y to"}, {}};
  for (const auto& [round, total] : bytes) {
    const double begin = kFirstRound + static_cast<double>(round - 1) * column;
    headings.rows.push_back({begin + column / 2, kFirstRank - 34, std::to_string(round)});
    if (column >= 70)
      totals.rows.push_back({begin + column / 2, kFirstRank - 19, base::bytes_text(total)});
    borders.rows.push_back({begin + column, begin + column, kFirstRank - 10, bottom + 10});
  }
  panel.draw(std::move(borders), {.kind = MarkKind::segments,
                                  .style = {.colour = "0xB0B0B0", .width = 0.8, .dash = {2, 3}}});
  panel.draw(std::move(headings),
             {.kind = MarkKind::labels, .text = 3, .lettering = {.size = 9, .bold = true}});
  panel.draw(std::move(totals), {.kind = MarkKind::labels,
                                 .style = {.colour = "0x555555"},
                                 .text = 3,
                                 .lettering = {.size = 8}});

  const std::vector<std::string> phases = sent_phases(messages);
  for (std::size_t phase = 0; phase < phases.size(); ++phase) {
    const std::string colour = ordered_colour(phase, phases.size());
    for (std::size_t width = 0; width < kWidths; ++width) {
      Series arrows{{phases[phase]},
                    {"x from", "x to", "y from", "y to", "from", "to", "bytes", "phase"},
                    {}};
      for (const RoundMessage& message : messages) {
        if (message.phase != phases[phase] || width_class(message.bytes, most) != width) continue;
        const double begin = kFirstRound + static_cast<double>(message.round - 1) * column;
        add_arrow(arrows.rows, begin + gap / 2, y_of(message.from), begin + column - gap / 2,
                  y_of(message.to), std::min(8.0, column / 7), message);
      }
      panel.draw(std::move(arrows), {.kind = MarkKind::segments,
                                     .style = {.colour = colour, .width = pixels_of(width)}});
    }
    chart.legend.push_back({Sample::line, phases[phase], Style{.colour = colour, .width = 3}});
  }
  chart.legend.push_back(
      {Sample::none,
       fmt::format("the widest arrows: more than three quarters of {}", base::bytes_text(most))});

  PageLayout& page = chart.layout;
  page.has_axes = false;
  page.width = std::max(560.0, right + 24);
  page.legend_x = 20;
  page.legend_y = bottom + 26;
  page.height = page.legend_y + 15 * static_cast<double>(chart.legend.size()) + 34;
  page.title = {20, 22, 13, true};
  page.subtitle = {20, 42, 9, true};
  panel.area = {0, 0, page.width, page.height};
  chart.title = fmt::format("Messages of {}", point.algorithm.spec());
  chart.subtitle = fmt::format("P = {}, N = {}, density {:.3g} %, platform {}: {} messages",
                               point.ranks, base::short_count(point.universe), 100 * point.density,
                               point.platform, messages.size());
  return chart;
}

}  // namespace sparlab::report
