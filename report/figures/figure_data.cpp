#include "report/figures/figure_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "base/text/printable.hpp"
#include "experiments/spec/points/engine.hpp"
#include "model/base/contract.hpp"
#include "report/figures/axis_ticks.hpp"

namespace sparlab::report {
namespace {

bool is_digit(std::string_view text, std::size_t i) {
  return i < text.size() && text[i] >= '0' && text[i] <= '9';
}

/// Escapes gnuplot's markup, except for exponents.
std::string without_markup(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '^' && is_digit(text, i + 1)) {
      result += "^{";
      while (is_digit(text, i + 1)) result += text[++i];
      result += '}';
      continue;
    }
    if (std::string_view("_^{}@&~\\").find(text[i]) != std::string_view::npos) result += '\\';
    result += text[i];
  }
  return result;
}

/// When gnuplot reads a cell, it resolves backslashes, strips spaces at both ends and treats quotes
/// as delimiters; an empty cell repeats the previous one.
std::string as_cell(std::string_view text) {
  if (text.empty()) return as_cell(" ");
  std::string result;
  bool after_octal = false;  // gnuplot would read a following digit as part of the octal number
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool space_at_end = c == ' ' && (i == 0 || i + 1 == text.size());
    const bool octal = c == '"' || space_at_end || (after_octal && c >= '0' && c <= '7');
    if (octal) {
      result += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    } else if (c == '\\') {
      result += R"(\\)";
    } else {
      result += c;
    }
    after_octal = octal;
  }
  return result;
}

/// gnuplot 5.4 does not convert a string such as "5e-06", without a decimal point, to a number.
std::string number_text(double number) {
  if (!std::isfinite(number)) return "NaN";
  std::string text = fmt::format("{}", number);
  const std::size_t exponent = text.find('e');
  if (exponent != std::string::npos && text.find('.') == std::string::npos)
    text.insert(exponent, ".0");
  return text;
}

constexpr std::array<std::string_view, 12> kTables = {
    "positions", "engines",    "curves",      "x ticks", "y ticks",          "group 1",
    "group 2",   "crossovers", "successions", "spans",   "published points", "published ranges"};

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

void DataBlocks::add(std::string_view name, std::string_view remarks, const Rows& rows) {
  SPARLAB_EXPECTS(!rows.empty());
  text_ += block(name, remarks, rows);
}

std::string figure_text(std::string_view text) {
  return as_cell(without_markup(base::both_ends(base::printable(text), kMostTextBytes)));
}

std::string_view pen_name(experiments::Engine engine) {
  constexpr std::array<std::string_view, 4> kNames = {"band", "dashes", "dots", "symbols"};
  return kNames[static_cast<std::size_t>(experiments::info_of(engine).pen)];
}

Cell::Cell(double number) : text_(number_text(number)) {}

Cell::Cell(std::string_view text) : text_(figure_text(text)) {}

Cell Cell::at_axis(std::string_view text) {
  Cell cell(text);
  for (std::size_t at = cell.text_.find('%'); at != std::string::npos;
       at = cell.text_.find('%', at + 2))
    cell.text_.insert(at, 1, '%');
  return cell;
}

FigureData::FigureData(std::string_view kind, analysis::Axis axis) : kind_(kind), axis_(axis) {
  set("kind", kind);
  set("axis", name_of(axis));
  for (const char* text : {"group 1", "group 2", "y label", "points text"}) set(text, "");
  set("list heading", "Fastest exact algorithm");
  set("lines heading", "Best sparse = best dense");
}

void FigureData::set(std::string_view name, const Cell& value) {
  const auto known =
      std::ranges::find(settings_, name, [](const auto& row) { return row[0].text(); });
  if (known == settings_.end()) {
    settings_.push_back({name, value});
  } else {
    (*known)[1] = value;
  }
}

void FigureData::add_table(std::string_view name, std::string_view columns, const Rows& rows) {
  SPARLAB_EXPECTS(std::ranges::find(kTables, name) != kTables.end());
  lengths_.push_back({std::string(name), rows.size()});
  if (!rows.empty()) blocks_ += block(name, columns, rows);
}

void FigureData::include(double x, double y) {
  if (x > 0) included_x_.push_back(x);
  if (y > 0) included_y_.push_back(y);
}

void FigureData::set_y_axis(std::string_view label, const char* unit) {
  set("y label", label);
  y_unit_ = unit;
}

void FigureData::add_curves(std::span<const Curve> curves, std::string_view y_name,
                            std::string_view measured) {
  const std::string_view x_name = name_of(axis_);
  std::set<experiments::Engine> engines;
  std::set<double> positions;
  double least = std::numeric_limits<double>::infinity();
  double greatest = -least;
  bool hollow = false;
  Rows table;
  std::string points;
  for (const Curve& curve : curves) {
    if (curve.places.empty()) continue;
    const experiments::EngineInfo& engine = experiments::info_of(curve.engine);
    const bool has_intervals = experiments::observes(curve.engine);
    engines.insert(curve.engine);
    table.push_back({pen_name(curve.engine), curve.colour, curve.symbol, curve.shift,
                     curve.marked ? 1 : 0, curve.what});
    Rows rows;
    for (const auto& [x, y, low, high] : curve.places) {
      hollow = hollow || (experiments::measures(curve.engine) &&
                          !(std::isfinite(low) && std::isfinite(high)));
      rows.push_back({x, y});
      if (has_intervals) rows.back().insert(rows.back().end(), {low, high});
      positions.insert(x);
      // A logarithmic axis cannot show an end that is not positive.
      least = std::min(least, low > 0 ? std::min(low, y) : y);
      greatest = std::max(greatest, std::isfinite(high) ? std::max(high, y) : y);
    }
    points += block(fmt::format("curve {}", table.size()),
                    fmt::format("{} {}: {}, {}{}", engine.name, base::printable(curve.what), x_name,
                                y_name, has_intervals ? ", low, high" : ""),
                    rows);
  }
  for (const double y : included_y_) {
    least = std::min(least, y);
    greatest = std::max(greatest, y);
  }
  set("hollow", hollow && kind_ == "times" ? 1 : 0);
  constexpr std::size_t kMostMarks = 16;
  set("mark every", static_cast<double>((positions.size() + kMostMarks - 1) / kMostMarks));
  add_ticks({positions.begin(), positions.end()}, least, greatest);
  Rows of_engines;
  for (const experiments::Engine engine : engines)
    of_engines.push_back({name_of(engine), pen_name(engine),
                          experiments::measures(engine) ? measured : name_of(engine)});
  Rows of_positions;
  for (const double position : positions) of_positions.push_back({position});
  add_table("positions", x_name, of_positions);
  add_table("engines", "name, pen, text", of_engines);
  add_table("curves", "pen, colour, symbol, shift, marked, what", table);
  blocks_ += points;
}

/// The ends of both axes and their labels, so that each axis has numbers, however short it is.
void FigureData::add_ticks(const std::vector<double>& of_curves, double least, double greatest) {
  std::set<double> all(of_curves.begin(), of_curves.end());
  all.insert(included_x_.begin(), included_x_.end());
  const std::vector<double> positions(all.begin(), all.end());
  const auto add = [&](const char* table, const std::vector<Tick>& ticks) {
    Rows rows;
    for (const Tick& tick : ticks) rows.push_back({tick.at, tick.text});
    add_table(table, "place, text", rows);
  };
  set("y least", least);
  set("y greatest", greatest);
  if (positions.empty()) return;
  const double width = positions.back() / positions.front();
  const double x_margin = width > 1 ? std::pow(width, 0.035) : 1.5;
  const double x_from = positions.front() / x_margin;
  const double x_to = positions.back() * x_margin;
  set("x from", x_from);
  set("x to", x_to);
  add("x ticks", position_ticks(axis_, of_curves, x_from, x_to));
  if (kind_ == "regret" || !(least > 0)) return;
  const double y_margin = std::max(1.15, std::pow(greatest / least, 0.04));
  const double y_from = least / y_margin;
  const double y_to = greatest * y_margin;
  set("y from", y_from);
  set("y to", y_to);
  add("y ticks", y_unit_ != nullptr   ? unit_ticks(y_from, y_to, y_unit_)
                 : kind_ == "times"   ? seconds_ticks(y_from, y_to)
                 : kind_ == "traffic" ? bytes_ticks(y_from, y_to)
                                      : number_ticks(y_from, y_to));
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

}  // namespace sparlab::report
