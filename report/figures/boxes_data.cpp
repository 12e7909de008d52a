#include "report/figures/boxes_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/base/contract.hpp"

namespace sparlab::report {
namespace {

/// The ticks of a horizontal axis whose labels do not overlap on this width in pixels.
std::vector<Tick> apart(const BoxesData::Scale& scale, double width) {
  constexpr double kCharacter = 7.5;
  constexpr double kGap = 8;
  const auto place = [&](double at) { return scale.logarithmic ? std::log(at) : at; };
  const double pixels = width / (place(scale.to) - place(scale.from));
  std::vector<Tick> ticks;
  for (const Tick& tick : scale.ticks) {
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

}  // namespace

void BoxesData::set_texts(std::string_view title, std::string_view subtitle,
                          std::string_view note) {
  settings_ = {{"title", title}, {"subtitle", subtitle}, {"note", note}};
}

void BoxesData::add_legend(std::string_view sample, std::string_view colour, int symbol,
                           std::string_view text) {
  legend_.push_back({sample, colour, symbol, text});
  longest_legend_ = std::max(longest_legend_, std::min(text.size(), kMostTextBytes));
}

std::string BoxesData::text() const {
  SPARLAB_EXPECTS(!panels.empty() && !legend_.empty());
  Rows settings = settings_;
  DataBlocks data;
  const auto add_scale = [&](const std::string& name, const Scale& scale,
                             const std::vector<Tick>& labelled) {
    settings.push_back({name + " label", scale.label});
    settings.push_back({name + " log", scale.logarithmic ? 1 : 0});
    settings.push_back({name + " from", scale.from});
    settings.push_back({name + " to", scale.to});
    settings.push_back(
        {fmt::format("rows of {} ticks", name), static_cast<double>(labelled.size())});
    Rows ticks;
    for (const Tick& tick : labelled) ticks.push_back({tick.at, Cell::at_axis(tick.text)});
    if (!ticks.empty()) data.add(name + " ticks", "place, text", ticks);
  };
  add_scale("x", x, apart(x, panel_width));
  add_scale("y", y, y.ticks);
  Rows table;
  for (const Panel& panel : panels) {
    const std::size_t number = table.size() + 1;
    Row row{panel.title};
    const auto add = [&](const char* what, const char* columns, const Rows& rows) {
      row.push_back(static_cast<double>(rows.size()));
      if (!rows.empty()) data.add(fmt::format("{} {}", what, number), columns, rows);
    };
    add("boxes", "x from, x to, y from, y to, colour", panel.boxes);
    add("lines", "x, y, x distance, y distance", panel.lines);
    add("points", "x, y, symbol, colour", panel.points);
    add("labels", "x, y, text", panel.labels);
    table.push_back(std::move(row));
  }
  settings.push_back({"panel width", panel_width});
  settings.push_back({"panel height", panel_height});
  settings.push_back({"left margin", left_margin});
  settings.push_back({"legend width", 60 + 6.6 * static_cast<double>(longest_legend_)});
  settings.push_back({"rows of panels", static_cast<double>(table.size())});
  settings.push_back({"rows of legend", static_cast<double>(legend_.size())});
  DataBlocks all;
  all.add("settings", "name, value", settings);
  all.add("panels", "title; numbers of boxes, lines, points, labels", table);
  all.add("legend", "sample, colour, symbol, text", legend_);
  return all.text() + data.text();
}

}  // namespace sparlab::report
