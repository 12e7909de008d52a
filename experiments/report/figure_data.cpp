#include "experiments/report/figure_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "experiments/report/figure_text.hpp"
#include "experiments/text/printable.hpp"
#include "model/base/contract.hpp"

namespace sparlab::experiments {
namespace {

constexpr std::array<std::string_view, 11> kTables = {
    "x tics",    "y tics",         "curves",   "group 1",    "group 2",    "crossovers",
    "intervals", "simgrid points", "measured", "error bars", "successions"};

/// Two empty lines separate blocks.
std::string block(std::string_view name, std::string_view remarks, const Rows& rows) {
  std::string text = fmt::format("# [{}]\n# {}\n", name, remarks);
  for (const auto& row : rows) {
    std::vector<std::string_view> cells;
    for (const Cell& cell : row) cells.emplace_back(cell.text());
    text += fmt::format("{}\n", fmt::join(cells, "\t"));
  }
  return text + "\n\n";
}

}  // namespace

Cell::Cell(double number) : text_(std::isfinite(number) ? fmt::format("{}", number) : "NaN") {}

Cell::Cell(std::string_view text) : text_(figure_text(text)) {}

void FigureData::set(std::string_view name, const Cell& value) {
  settings_.push_back({name, value});
}

void FigureData::add_table(std::string_view name, std::string_view columns, const Rows& rows) {
  SPARLAB_EXPECTS(std::ranges::find(kTables, name) != kTables.end());
  lengths_.push_back({std::string(name), rows.size()});
  if (!rows.empty()) blocks_ += block(name, columns, rows);
}

void FigureData::add_points(std::string_view name, std::string_view what, std::string_view columns,
                            const Rows& rows) {
  blocks_ += block(name, fmt::format("{}: {}", printable(what), columns), rows);
}

std::string FigureData::text() const {
  Rows settings = settings_;
  for (const std::string_view table : kTables) {
    const auto length = std::ranges::find(lengths_, table, &Length::table);
    const std::size_t rows = length == lengths_.end() ? 0 : length->rows;
    settings.push_back({fmt::format("rows of {}", table), static_cast<double>(rows)});
  }
  return block("settings", "name, value", settings) + blocks_;
}

}  // namespace sparlab::experiments
