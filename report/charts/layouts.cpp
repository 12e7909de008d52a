#include "report/charts/layouts.hpp"

#include <algorithm>
#include <cmath>

#include "base/text/printable.hpp"

namespace sparlab::report {
namespace {

/// The ticks of a horizontal axis whose labels do not overlap on this width in pixels.
std::vector<Tick> apart(const ChartAxis& axis, double width) {
  constexpr double kCharacter = 7.5;
  constexpr double kGap = 8;
  const auto place = [&](double at) { return axis.logarithmic ? std::log(at) : at; };
  const double pixels = width / (place(axis.to) - place(axis.from));
  std::vector<Tick> ticks;
  for (const Tick& tick : axis.ticks) {
    if (!ticks.empty()) {
      const double characters =
          static_cast<double>(ticks.back().text.size() + tick.text.size()) / 2;
      const double distance = (place(tick.at) - place(ticks.back().at)) * pixels;
      if (distance < kCharacter * characters + kGap) continue;
    }
    ticks.push_back(tick);
  }
  return ticks;
}

double legend_width(const Chart& chart) {
  std::size_t longest = 0;
  for (const LegendEntry& entry : chart.legend) longest = std::max(longest, entry.text.size());
  return 60 + 6.6 * static_cast<double>(std::min(longest, kMostTextBytes));
}

}  // namespace

void lay_out_frame(Chart& chart) {
  PageLayout& page = chart.layout;
  Area& area = chart.panels.front().area;
  area = {90, 60, chart.list.empty() ? 531 : 463.5, 382};
  page.title = {area.left + area.width / 2, 27, 10};
  page.subtitle = {page.title.x, 42.3, 8.5};
  page.height = 520;
  if (chart.panels.size() > 1) {
    constexpr double kGap = 14;
    constexpr double kHeight = 130;
    chart.panels[1].area = {area.left, area.top + area.height + kGap, area.width, kHeight};
    page.height += kGap + kHeight;
  }
  page.legend_x = area.left + area.width + 13.5;
  page.legend_y = 46.8;
  page.width = std::max(page.width, page.legend_x + legend_width(chart));
}

void lay_out_row(Chart& chart, double left, double panel_width, double panel_height) {
  constexpr double kGap = 22;
  constexpr double kBottom = 84;
  const bool subtitles = std::ranges::any_of(
      chart.panels, [](const ChartPanel& panel) { return !panel.subtitle.empty(); });
  const double top = subtitles ? 96 : 84;
  const double height =
      std::max(panel_height, 18.0 * static_cast<double>(chart.legend.size()) + 10);
  double right = left;
  for (ChartPanel& panel : chart.panels) {
    panel.area = {right, top, panel_width, height};
    right += panel_width + kGap;
  }
  right -= kGap;
  PageLayout& page = chart.layout;
  page.width = std::max(620.0, right + legend_width(chart));
  page.height = top + height + kBottom;
  page.title.x = page.subtitle.x = page.width / 2;
  page.legend_x = right + 12;
  page.legend_y = top;
  page.ticks_outside = true;
  chart.x.ticks = apart(chart.x, panel_width);
}

void lay_out_rows(Chart& chart, const std::vector<RowLabel>& rows, double panel_width,
                  double pixels) {
  constexpr double kLinePixels = 14;
  constexpr std::size_t kMostNameBytes = 60;
  std::size_t most_lines = 1;
  for (const RowLabel& lines : rows) most_lines = std::max(most_lines, lines.size());
  const double row_pixels = std::max(pixels, kLinePixels * (static_cast<double>(most_lines) + 0.5));
  const auto count = static_cast<double>(rows.size());
  chart.y = {"", false, 0.4, count + 0.6, {}, false};
  std::size_t longest = 0;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t line = 0; line < rows[i].size(); ++line) {
      const double below =
          static_cast<double>(line) - (static_cast<double>(rows[i].size()) - 1) / 2;
      const std::string text = base::both_ends(base::printable(rows[i][line]), kMostNameBytes);
      longest = std::max(longest, text.size());
      chart.y.ticks.push_back(
          {count - static_cast<double>(i) - below * kLinePixels / row_pixels, text});
    }
  lay_out_row(chart, 24 + 7.4 * static_cast<double>(longest), panel_width, 60 + row_pixels * count);
}

TextPlace note_place(const Chart& chart, std::size_t index) {
  const auto above = static_cast<double>(chart.notes.size() - 1 - index);
  return {10.8, chart.layout.height - 9.4 - 12.5 * above, 7.5, true};
}

TextPlace list_place(const Chart& chart, std::size_t index) {
  const auto lines = static_cast<double>(2 * (chart.list.size() - index) - 1);
  return {chart.layout.legend_x + 4.5, chart.layout.height - 15.6 - kListLine * lines, 8, true};
}

void lay_out_grid(Chart& chart) {
  constexpr double kSide = 400;
  constexpr double kTop = 62;
  const std::size_t cells = chart.panels.size() + 1;
  const std::size_t across = cells < 3 ? cells : cells == 4 ? 2 : 3;
  const auto place = [&](std::size_t i) {
    return Area{kSide * static_cast<double>(i % across) + 80,
                kTop + kSide * static_cast<double>(i / across) + 32, kSide - 94, kSide - 94};
  };
  for (std::size_t i = 0; i < chart.panels.size(); ++i) chart.panels[i].area = place(i);
  PageLayout& page = chart.layout;
  page.width = kSide * static_cast<double>(across);
  page.height = kSide * std::ceil(static_cast<double>(cells) / static_cast<double>(across)) + 92;
  page.title.x = page.subtitle.x = page.width / 2;
  page.legend_x = place(cells - 1).left;
  page.legend_y = place(cells - 1).top;
  page.repeats_axes = true;
}

}  // namespace sparlab::report
