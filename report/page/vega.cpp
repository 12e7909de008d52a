#include "report/page/vega.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/text/printable.hpp"
#include "report/charts/layouts.hpp"

namespace sparlab::report {
namespace {

using nlohmann::json;

/// Pixels of gnuplot's unit of dashes.
constexpr double kDash = 0.7;

/// Pixels of the page for one of the layout: the smallest letters have 10.
constexpr double kScale = 1.34;

json px(double pixels) { return {{"value", std::round(100 * kScale * pixels) / 100}}; }
json value(json constant) { return {{"value", std::move(constant)}}; }
json signal(std::string expression) { return {{"signal", std::move(expression)}}; }

/// As a page shows it: printable, its ends, exponents such as that of "2^24" raised.
std::string shown(std::string_view text) {
  constexpr std::array<const char*, 10> kRaised = {"⁰", "¹", "²", "³", "⁴",
                                                   "⁵", "⁶", "⁷", "⁸", "⁹"};
  const std::string printable = base::both_ends(base::printable(text), kMostTextBytes);
  const auto is_digit = [&](std::size_t i) {
    return i < printable.size() && printable[i] >= '0' && printable[i] <= '9';
  };
  std::string result;
  for (std::size_t i = 0; i < printable.size(); ++i) {
    if (printable[i] != '^' || !is_digit(i + 1)) {
      result += printable[i];
      continue;
    }
    while (is_digit(i + 1)) result += kRaised.at(static_cast<std::size_t>(printable[++i] - '0'));
  }
  return result;
}

std::string web_colour(std::string_view colour) { return "#" + std::string(colour.substr(2)); }

/// Vega's names, or paths, of gnuplot's symbols; hollow ones have the form of the filled ones.
std::string_view shape_of(int symbol) {
  constexpr std::array<std::string_view, 9> kShapes = {
      "M-1,0L1,0M0,-1L0,1",
      "M-1,-1L1,1M-1,1L1,-1",
      "M-1,0L1,0M0,-1L0,1M-.7,-.7L.7,.7M-.7,.7L.7,-.7",
      "square",
      "circle",
      "triangle-up",
      "triangle-down",
      "diamond",
      "M0,-1L0.95,-0.31L0.59,0.81L-0.59,0.81L-0.95,-0.31Z"};
  const int form = symbol > 3 ? 3 + (symbol - 4) / 2 : symbol - 1;
  return kShapes.at(static_cast<std::size_t>(form));
}

bool is_hollow(int symbol) { return symbol > 3 && symbol % 2 == 0; }

json text_mark(std::string_view text, const TextPlace& at, std::string_view colour = "#000000",
               bool bold = false) {
  return {{"type", "text"},
          {"interactive", false},
          {"encode",
           {{"enter",
             {{"x", px(at.x)},
              {"y", px(at.y)},
              {"text", value(shown(text))},
              {"align", value(at.left ? "left" : "center")},
              {"baseline", value("middle")},
              {"fontSize", px(at.size)},
              {"fontWeight", value(bold ? "bold" : "normal")},
              {"fill", value(colour)}}}}}};
}

/// How lines, symbols or areas look.
json look_of(const Style& style, bool filled) {
  json look = {{filled ? "fill" : "stroke", value(web_colour(style.colour))},
               {"strokeWidth", px(style.width)}};
  if (!style.dash.empty()) {
    std::vector<double> dash;
    for (const double length : style.dash) dash.push_back(kDash * length);
    look["strokeDash"] = value(dash);
    look["strokeCap"] = value("round");
  }
  return look;
}

json symbol_of(const Style& style) {
  json look = look_of(style, false);
  if (!is_hollow(style.symbol)) look["fill"] = look["stroke"];
  look.erase("strokeDash");
  look["shape"] = value(shape_of(style.symbol));
  look["size"] = value(44 * kScale * kScale * style.size * style.size);
  return look;
}

class SpecWriter {
 public:
  explicit SpecWriter(const Chart& chart) : chart_(chart), page_(chart.layout) {
    for (const ChartPanel& panel : chart.panels)
      for (const Series& series : panel.series)
        keys_.insert(series.keys.begin(), series.keys.end());
  }

  json spec() {
    add_page_texts();
    for (std::size_t i = 0; i < chart_.panels.size(); ++i) add_panel(i);
    add_legend();
    signals_.push_back({{"name", "keys"}, {"value", series_keys_}});
    signals_.push_back(
        {{"name", "chosen"},
         {"value", ""},
         {"on",
          {{{"events", "@names:click"}, {"update", "datum.key === chosen ? '' : datum.key"}}}}});
    return {{"width", std::round(kScale * page_.width)},
            {"height", std::round(kScale * page_.height)},
            {"padding", 0},
            {"background", "#ffffff"},
            {"config", {{"text", {{"font", "system-ui, sans-serif"}}}}},
            {"signals", std::move(signals_)},
            {"data", std::move(data_)},
            {"marks", std::move(marks_)}};
  }

 private:
  void add_text(std::string_view text, const TextPlace& at, std::string_view colour = "#000000",
                bool bold = false) {
    if (!text.empty()) marks_.push_back(text_mark(text, at, colour, bold));
  }

  void add_page_texts() {
    add_text(chart_.title, page_.title);
    add_text(chart_.subtitle, page_.subtitle);
    for (std::size_t i = 0; i < chart_.notes.size(); ++i)
      add_text(chart_.notes[i], note_place(chart_, i), "#555555");
    for (std::size_t i = 0; i < chart_.list.size(); ++i) {
      const TextPlace at = list_place(chart_, i);
      if (i == 0) add_text("○ " + chart_.list_heading, {at.x, at.y - 18, 9, true}, "#000000", true);
      add_text(chart_.list[i].text, at);
      add_text(chart_.list[i].place, {at.x + 10, at.y + kListLine, at.size, true}, "#444444");
    }
  }

  /// The rows of a series, one of so many. Marks share them.
  const std::string& add_data(const Series& series, std::size_t every) {
    std::string& name = names_[{&series, every}];
    if (!name.empty()) return name;
    json rows = json::array();
    for (std::size_t i = 0; i < series.rows.size(); i += every) {
      json row;
      for (std::size_t j = 0; j < series.columns.size(); ++j) {
        const Cell& cell = series.rows[i][j];
        json& shown_cell = row[series.columns[j]];
        if (series.columns[j] == "colour")
          shown_cell = web_colour(cell.text);
        else if (series.columns[j] == "symbol")
          shown_cell = shape_of(static_cast<int>(cell.number));
        else
          shown_cell = cell.is_text ? json(shown(cell.text)) : short_number(cell.number);
      }
      rows.push_back(std::move(row));
    }
    name = fmt::format("rows {}", data_.size());
    data_.push_back({{"name", name}, {"values", std::move(rows)}});
    return name;
  }

  json axis_of(const char* name, const ChartAxis& axis, bool labelled) const {
    json made = {{"scale", name},
                 {"orient", *name == 'x' ? "bottom" : "left"},
                 {"values", signal(fmt::format("{}_places", name))},
                 {"grid", axis.grid},
                 {"gridColor", "#dddddd"},
                 {"domain", false},
                 {"labels", labelled},
                 {"labelFontSize", 10 * kScale},
                 {"titleFontSize", 10 * kScale},
                 {"titleFontWeight", "normal"},
                 {"titlePadding", 6},
                 {"encode",
                  {{"labels",
                    {{"update",
                      {{"text", signal(fmt::format("{0}_texts[indexof({0}_places, datum.value)]",
                                                   name))}}}}}}}};
    if (labelled && !axis.label.empty()) made["title"] = shown(axis.label);
    return made;
  }

  void add_panel(std::size_t index) {
    const ChartPanel& panel = chart_.panels[index];
    const Area& area = panel.area;
    const auto scale = [](const char* name, const ChartAxis& axis, double from, double to) -> json {
      return {{"name", name},
              {"type", axis.logarithmic ? "log" : "linear"},
              {"domain", {axis.from, axis.to}},
              {"zero", false},
              {"range", {kScale * from, kScale * to}}};
    };
    const ChartAxis& y = panel.y ? *panel.y : chart_.y;
    // The lengths of grid lines, and the ticks.
    json signals = {{{"name", "width"}, {"value", kScale * area.width}},
                    {{"name", "height"}, {"value", kScale * area.height}}};
    for (const auto& [name, axis] : {std::pair{"x", &chart_.x}, {"y", &y}}) {
      json places = json::array();
      json texts = json::array();
      for (const Tick& tick : axis->ticks) {
        places.push_back(tick.at);
        texts.push_back(shown(tick.text));
      }
      signals.push_back({{"name", fmt::format("{}_places", name)}, {"value", places}});
      signals.push_back({{"name", fmt::format("{}_texts", name)}, {"value", texts}});
    }
    json group = {{"type", "group"},
                  {"encode",
                   {{"enter",
                     {{"x", px(area.left)},
                      {"y", px(area.top)},
                      {"width", px(area.width)},
                      {"height", px(area.height)},
                      {"stroke", value("#000000")}}}}},
                  {"signals", std::move(signals)},
                  {"scales", {scale("x", chart_.x, 0, area.width), scale("y", y, area.height, 0)}},
                  {"axes",
                   {axis_of("x", chart_.x, panel.labels_x),
                    axis_of("y", y, index == 0 || page_.repeats_axes || panel.y)}}};
    json marks = json::array();
    const double title_y = panel.subtitle.empty() ? -11 : -23;
    marks.push_back(text_mark(panel.title, {area.width / 2, title_y}));
    if (!panel.subtitle.empty())
      marks.push_back(text_mark(panel.subtitle, {area.width / 2, -10, 8.5}));
    for (const Guide& guide : panel.guides) marks.push_back(guide_of(guide, area));
    for (const Mark& mark : panel.marks) {
      const Series& series = panel.series[mark.series];
      series_keys_.push_back(series.keys);
      for (json& drawn : drawn_of(mark, series, add_data(series, mark.every))) {
        if (panel.y) drawn["clip"] = true;  // its range may leave out places
        marks.push_back(std::move(drawn));
      }
    }
    group["marks"] = std::move(marks);
    marks_.push_back(std::move(group));
  }

  static json guide_of(const Guide& guide, const Area& area) {
    const bool rule = guide.from == guide.to;
    const char* const along = guide.vertical ? "x" : "y";
    json look = look_of(guide.style, !rule);
    look[along] = {{"scale", along}, {"value", guide.from}};
    if (!rule) look[along + std::string("2")] = {{"scale", along}, {"value", guide.to}};
    look[guide.vertical ? "y" : "x"] = value(0);
    look[guide.vertical ? "y2" : "x2"] = px(guide.vertical ? area.height : area.width);
    return {{"type", rule ? "rule" : "rect"},
            {"clip", true},
            {"interactive", false},
            {"encode", {{"enter", std::move(look)}}}};
  }

  static std::string field(const Series& series, int column) {
    return fmt::format("datum['{}']", series.columns.at(static_cast<std::size_t>(column - 1)));
  }

  /// What a tooltip shows: the series, and the columns that say something. Names of columns are
  /// ours.
  std::string tooltip(const Series& series) const {
    std::vector<std::string> parts;
    if (!series.keys.empty())
      parts.push_back(fmt::format("'series': join(keys[{}], ', ')", series_keys_.size() - 1));
    for (std::size_t i = 0; i < series.columns.size(); ++i) {
      const std::string& column = series.columns[i];
      const bool places = column == "colour" || column == "symbol" || column == "y" ||
                          column.starts_with("x ") || column.starts_with("y ");
      if (!places)
        parts.push_back(fmt::format("'{}': {}", column, field(series, static_cast<int>(i + 1))));
    }
    return fmt::format("{{{}}}", fmt::join(parts, ", "));
  }

  std::vector<json> drawn_of(const Mark& mark, const Series& series,
                             const std::string& data) const {
    const auto place = [&](const char* axis, int column) -> json {
      return {{"scale", axis},
              {"signal", field(series, mark.places.at(static_cast<std::size_t>(column)))}};
    };
    json look;
    const char* type = "line";
    look["x"] = place("x", 0);
    look["y"] = place("y", 1);
    switch (mark.kind) {
      case MarkKind::line:
        look.update(look_of(mark.style, false));
        break;
      case MarkKind::area:
        type = "area";
        look.update(look_of(mark.style, true));
        look["y2"] = place("y", 2);
        break;
      case MarkKind::points:
        type = "symbol";
        look.update(symbol_of(mark.style));
        break;
      case MarkKind::boxes:
      case MarkKind::segments:
        type = mark.kind == MarkKind::boxes ? "rect" : "rule";
        look.update(look_of(mark.style, mark.kind == MarkKind::boxes));
        look["x2"] = place("x", 1);
        look["y"] = place("y", 2);
        look["y2"] = place("y", 3);
        break;
      case MarkKind::labels:
        type = "text";
        look["text"] = signal(field(series, mark.text));
        look["align"] = value(mark.lettering.left ? "left" : "center");
        look["baseline"] = value("middle");
        look["dy"] = px(mark.lettering.below);
        look["fontSize"] = px(mark.lettering.size);
        look["fontWeight"] = value(mark.lettering.bold ? "bold" : "normal");
        look["fill"] = value(web_colour(mark.style.colour));
        break;
    }
    if (mark.colour > 0)
      for (const char* part : {"fill", "stroke"})
        if (look.contains(part)) look[part] = signal(field(series, mark.colour));
    if (mark.symbol > 0) look["shape"] = signal(field(series, mark.symbol));
    look["opacity"] =
        series.keys.empty()
            ? value(mark.style.opacity)
            : signal(fmt::format("chosen === '' || indexof(keys[{}], chosen) >= 0 ? {} : {}",
                                 series_keys_.size() - 1, mark.style.opacity,
                                 0.08 * mark.style.opacity));
    const bool told = mark.kind == MarkKind::points || mark.kind == MarkKind::boxes;
    if (told) look["tooltip"] = signal(tooltip(series));
    json drawn = {{"type", type},
                  {"from", {{"data", data}}},
                  {"clip", mark.kind != MarkKind::points && mark.kind != MarkKind::labels},
                  {"interactive", told},
                  {"encode", {{"update", look}}}};
    if (!mark.lettering.boxed) return {std::move(drawn)};
    json ground = drawn;
    ground["encode"]["update"]["stroke"] = value("#ffffff");
    ground["encode"]["update"]["strokeWidth"] = px(4);
    return {std::move(ground), std::move(drawn)};
  }

  void add_legend() {
    constexpr double kLine = 14.85;
    constexpr double kSample = 27;
    json texts = json::array();
    for (std::size_t i = 0; i < chart_.legend.size(); ++i) {
      const LegendEntry& entry = chart_.legend[i];
      const double y = page_.legend_y + 8 + kLine * static_cast<double>(i);
      const std::string& key = entry.key.empty() ? entry.text : entry.key;
      texts.push_back({{"y", kScale * y},
                       {"text", shown(entry.text)},
                       {"key", keys_.contains(key) ? key : ""},
                       {"bold", entry.sample == Sample::heading ? "bold" : "normal"}});
      const auto add = [&](const char* type, json look, double x) {
        look["x"] = px(page_.legend_x + x);
        look["y"] = px(y);
        look["opacity"] = value(entry.style.opacity);
        marks_.push_back(
            {{"type", type}, {"interactive", false}, {"encode", {{"enter", std::move(look)}}}});
      };
      if (entry.sample == Sample::line || entry.sample == Sample::line_and_symbol) {
        json look = look_of(entry.style, false);
        look["x2"] = px(page_.legend_x + kSample);
        add("rule", std::move(look), 0);
      }
      if (entry.sample == Sample::symbol || entry.sample == Sample::line_and_symbol)
        add("symbol", symbol_of(entry.style), kSample / 2);
      if (entry.sample == Sample::box) {
        Style box = entry.style;
        box.symbol = 5;
        box.size = 1.5;
        add("symbol", symbol_of(box), kSample / 2);
      }
    }
    data_.push_back({{"name", "legend"}, {"values", std::move(texts)}});
    marks_.push_back(
        {{"type", "text"},
         {"name", "names"},
         {"from", {{"data", "legend"}}},
         {"encode",
          {{"update",
            {{"x", px(page_.legend_x + kSample + 6)},
             {"y", {{"field", "y"}}},
             {"text", {{"field", "text"}}},
             {"baseline", value("middle")},
             {"fontSize", px(9)},
             {"fontWeight", {{"field", "bold"}}},
             {"fill", signal("datum.key !== '' && datum.key === chosen ? '#0550ae' : '#000000'")},
             {"cursor", signal("datum.key === '' ? 'default' : 'pointer'")}}}}}});
  }

  const Chart& chart_;
  const PageLayout& page_;
  std::set<std::string> keys_;                                          ///< of all series
  std::map<std::pair<const Series*, std::size_t>, std::string> names_;  ///< of data
  std::vector<std::vector<std::string>> series_keys_;
  json signals_ = json::array();
  json data_ = json::array();
  json marks_ = json::array();
};

}  // namespace

json short_number(double value) {
  if (!std::isfinite(value)) return nullptr;
  return std::stod(fmt::format("{:.6g}", value));
}

json vega_spec(const Chart& chart) { return SpecWriter(chart).spec(); }

}  // namespace sparlab::report
