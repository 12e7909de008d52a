#include "experiments/report/figures/boxes_data.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/base/contract.hpp"

namespace sparlab::experiments {

void BoxesData::set_texts(std::string_view title, std::string_view subtitle,
                          std::string_view note) {
  settings_ = {{"title", title}, {"subtitle", subtitle}, {"note", note}};
}

void BoxesData::add_legend(std::string_view sample, std::string_view colour, int symbol,
                           std::string_view text) {
  legend_.push_back({sample, colour, symbol, text});
}

std::string BoxesData::text() const {
  SPARLAB_EXPECTS(!panels.empty() && !legend_.empty());
  Rows settings = settings_;
  DataBlocks data;
  const auto add_scale = [&](const std::string& name, const Scale& scale) {
    settings.push_back({name + " label", scale.label});
    settings.push_back({name + " log", scale.logarithmic ? 1 : 0});
    settings.push_back({name + " from", scale.from});
    settings.push_back({name + " to", scale.to});
    settings.push_back(
        {fmt::format("rows of {} ticks", name), static_cast<double>(scale.ticks.size())});
    Rows ticks;
    for (const Tick& tick : scale.ticks) ticks.push_back({tick.at, Cell::at_axis(tick.text)});
    if (!ticks.empty()) data.add(name + " ticks", "place, text", ticks);
  };
  add_scale("x", x);
  add_scale("y", y);
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
  settings.push_back({"rows of panels", static_cast<double>(table.size())});
  settings.push_back({"rows of legend", static_cast<double>(legend_.size())});
  DataBlocks all;
  all.add("settings", "name, value", settings);
  all.add("panels", "title; numbers of boxes, lines, points, labels", table);
  all.add("legend", "sample, colour, symbol, text", legend_);
  return all.text() + data.text();
}

}  // namespace sparlab::experiments
