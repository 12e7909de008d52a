#include "report/gnuplot/script.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/text/printable.hpp"
#include "model/base/contract.hpp"
#include "report/charts/layouts.hpp"
#include "report/gnuplot/data_cells.hpp"

namespace sparlab::report {
namespace {

/// True if a name has no special characters for gnuplot or the shell.
bool is_plain(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' ||
           c == '_' || c == '.';
  });
}

/// gnuplot's 0xAARRGGBB, whose first part is the transparency.
std::string colour_of(const Style& style) {
  SPARLAB_EXPECTS(style.colour.size() == 8);
  const auto transparency = static_cast<int>(std::lround(255 * (1 - style.opacity)));
  return transparency == 0 ? style.colour
                           : fmt::format("0x{:02X}{}", transparency, style.colour.substr(2));
}

std::string dash_of(const Style& style) {
  return style.dash.empty() ? "dt solid" : fmt::format("dt ({:g})", fmt::join(style.dash, ","));
}

std::string font_of(const Lettering& lettering) {
  return fmt::format("font '{}{},{:g}'", lettering.bold ? "DejaVu Sans:" : "",
                     lettering.bold ? "Bold" : "", lettering.size);
}

/// Writes one chart. Texts are elements of the array `shown`, in the order in which they are used.
class ScriptWriter {
 public:
  explicit ScriptWriter(const Chart& chart) : chart_(chart), page_(chart.layout) {
    SPARLAB_EXPECTS(is_plain(chart.name));
  }

  GnuplotFiles files() {
    add_page_texts();
    if (page_.has_axes) add_axes();
    for (std::size_t i = 0; i < chart_.panels.size(); ++i) add_panel(i);
    if (!chart_.legend.empty()) add_legend();
    GnuplotFiles files;
    files.script = fmt::format(
        R"({} in this folder draws it again. `sparlab {}` replaces
# or removes this file, so copy it to keep changes.
reset session
set encoding utf8
set datafile separator "\t"
data = '{}.dat'

# All texts come from the data file, and none of them is evaluated.
array shown[{}]
stats data index '[texts]' using (shown[int($1)] = strcol(2), 0) nooutput

do for [format in 'png svg pdf'] {{
  if (format eq 'png') {{
    set terminal pngcairo size {:.0f},{:.0f} font 'DejaVu Sans,10' fontscale 2 linewidth 2 pointscale 2 rounded
  }}
  if (format eq 'svg') {{
    set terminal svg size {:.0f},{:.0f} rounded font 'DejaVu Sans,10' background rgb 'white'
  }}
  if (format eq 'pdf') {{
    set terminal pdfcairo size {:g}cm,{:g}cm font 'DejaVu Sans,10' fontscale 0.75 linewidth 1 pointscale 0.75 rounded
  }}
  set output '{}.' . format
  set multiplot
{}  unset multiplot
  unset output
  reset
  set encoding utf8
  set datafile separator "\t"
}}
)",
        first_words(chart_.name), chart_.command, chart_.name, texts_.size(), 2 * page_.width,
        2 * page_.height, page_.width, page_.height, page_.width / 40, page_.height / 40,
        chart_.name, script_);
    files.data =
        fmt::format("# [texts]\n# number, text\n{}\n\n\n{}", fmt::join(texts_, "\n"), data_);
    return files;
  }

 private:
  template <typename... Values>
  void line(fmt::format_string<Values...> format, Values&&... values) {
    script_ += "  " + fmt::format(format, std::forward<Values>(values)...) + "\n";
  }

  /// The element of the array that has a text.
  std::string encoded(std::string_view cell) {
    texts_.push_back(fmt::format("{}\t{}", texts_.size() + 1, cell));
    return fmt::format("shown[{}]", texts_.size());
  }
  std::string text(std::string_view shown) { return encoded(figure_text(shown)); }

  std::string at_screen(double x, double y) const {
    return fmt::format("at screen {:.6g},screen {:.6g}", x / page_.width, 1 - y / page_.height);
  }

  void add_label(std::string_view shown, const TextPlace& at, bool bold = false,
                 std::string_view colour = "#000000") {
    if (shown.empty()) return;
    line("set label {} {} {} font '{},{:g}' textcolor rgb '{}'", text(shown), at_screen(at.x, at.y),
         at.left ? "left" : "center", bold ? "DejaVu Sans:Bold" : "", at.size, colour);
  }

  void add_page_texts() {
    add_label(chart_.title, page_.title, !page_.has_axes);
    add_label(chart_.subtitle, page_.subtitle);
    for (std::size_t i = 0; i < chart_.notes.size(); ++i)
      add_label(chart_.notes[i], note_place(chart_, i), false, "#555555");
    for (std::size_t i = 0; i < chart_.list.size(); ++i) {
      const TextPlace at = list_place(chart_, i);
      if (i == 0)
        line("set label '{{/:Bold ○ ' . {} . '}}' {} left font ',9'", text(chart_.list_heading),
             at_screen(at.x, at.y - 18));
      add_label(chart_.list[i].text, at);
      add_label("   " + chart_.list[i].place, {at.x, at.y + kListLine, at.size, true}, false,
                "#444444");
    }
  }

  void add_axes() {
    line("set border lw 0.8");
    line("set tics scale {}", page_.ticks_outside ? "0.6 nomirror out" : "0.7");
    for (const auto& [name, axis] : {std::pair{"x", &chart_.x}, {"y", &chart_.y}}) {
      line("unset m{}tics", name);
      if (axis->grid) line("set grid {}tics lw 0.6 lc rgb '#DDDDDD' lt 1", name);
    }
    x_ticks_ = ticks_of(chart_.x, "x", true);
    x_label_ = text(chart_.x.label);
  }

  std::string ticks_of(const ChartAxis& axis, std::string_view name, bool labelled) {
    std::vector<std::string> ticks;
    for (const Tick& tick : axis.ticks)
      ticks.push_back(
          fmt::format("{} {}", labelled ? encoded(tick_text(tick.text)) : "''", tick.at));
    return fmt::format("set {}tics ({})", name, fmt::join(ticks, ", "));
  }

  void add_panel(std::size_t number) {
    const ChartPanel& panel = chart_.panels[number];
    const Area& area = panel.area;
    line("");
    line("set lmargin at screen {:.6g}", area.left / page_.width);
    line("set rmargin at screen {:.6g}", (area.left + area.width) / page_.width);
    line("set tmargin at screen {:.6g}", 1 - area.top / page_.height);
    line("set bmargin at screen {:.6g}", 1 - (area.top + area.height) / page_.height);
    if (page_.has_axes) {
      const ChartAxis& y = panel.y ? *panel.y : chart_.y;
      const bool labels_y = number == 0 || page_.repeats_axes || panel.y;
      for (const auto& [name, axis] : {std::pair{"x", &chart_.x}, {"y", &y}}) {
        line("{}set logscale {}", axis->logarithmic ? "" : "un", name);
        line("set {}range [{}:{}]", name, axis->from, axis->to);
      }
      line("{}", panel.labels_x ? x_ticks_ : ticks_of(chart_.x, "x", false));
      line("{}", ticks_of(y, "y", labels_y));
      line("set xlabel {}", panel.labels_x ? x_label_ : "''");
      line("set ylabel {}", labels_y ? text(y.label) : "''");
      if (!panel.title.empty())
        line("set title {}{} offset 0,-0.5", text(panel.title),
             panel.subtitle.empty() ? ""
                                    : " . \"\\n{/*0.85 \" . " + text(panel.subtitle) + " . '}'");
    } else {
      line("unset border");
      line("unset tics");
      line("set xrange [0:{}]", area.width);
      line("set yrange [{}:0]", area.height);
    }
    line("unset key");
    line("set style fill solid noborder");
    line("set style textbox opaque noborder fillcolor rgb 'white' margins 0.5,0.3");
    for (const Guide& guide : panel.guides) add_guide(guide);
    const std::size_t first = series_;
    for (const Series& series : panel.series)
      data_ += data_block(fmt::format("series {}", ++series_),
                          base::printable(fmt::format("{}: {}", fmt::join(series.keys, " "),
                                                      fmt::join(series.columns, ", "))),
                          series.rows);
    std::vector<std::string> plots;
    for (const Mark& mark : panel.marks)
      plots.push_back(
          fmt::format("    data index '[series {}]'{} {} notitle", first + mark.series + 1,
                      mark.every > 1 ? fmt::format(" every {}", mark.every) : "", drawn(mark)));
    if (plots.empty()) plots.emplace_back("    NaN notitle");
    script_ += fmt::format("  plot \\\n{}\n", fmt::join(plots, ", \\\n"));
    // Texts of the page are drawn once.
    line("unset label");
    line("unset arrow");
    line("unset object");
  }

  void add_guide(const Guide& guide) {
    const auto corner = [&](double at, int end) {
      return guide.vertical ? fmt::format("first {},graph {}", at, end)
                            : fmt::format("graph {},first {}", end, at);
    };
    if (guide.from == guide.to)
      line("set arrow from {} to {} nohead back {} lw {} lc rgb {}", corner(guide.from, 0),
           corner(guide.to, 1), dash_of(guide.style), guide.style.width, colour_of(guide.style));
    else
      line("set object rectangle from {} to {} behind fillcolor rgb {} fillstyle solid noborder",
           corner(guide.from, 0), corner(guide.to, 1), colour_of(guide.style));
  }

  static std::string drawn(const Mark& mark) {
    const auto& [a, b, c, d] = mark.places;
    const Style& style = mark.style;
    const std::string colour = mark.colour > 0 ? "variable" : colour_of(style);
    const std::string of_row = (mark.symbol > 0 ? fmt::format(":{}", mark.symbol) : "") +
                               (mark.colour > 0 ? fmt::format(":{}", mark.colour) : "");
    switch (mark.kind) {
      case MarkKind::line:
        return fmt::format("using {}:{} with lines lw {} {} lc rgb {}", a, b, style.width,
                           dash_of(style), colour);
      case MarkKind::area:
        return fmt::format("using {}:{}:{} with filledcurves fillcolor rgb {}", a, b, c, colour);
      case MarkKind::points:
        return fmt::format("using {}:{}{} with points pt {} ps {} lw {} lc rgb {}", a, b, of_row,
                           mark.symbol > 0 ? "variable" : std::to_string(style.symbol), style.size,
                           style.width, colour);
      case MarkKind::boxes:
        return fmt::format("using {0}:{2}:{0}:{1}:{2}:{3}{4} with boxxyerror lc rgb {5}", a, b, c,
                           d, of_row, colour);
      case MarkKind::segments:
        return fmt::format(
            "using {0}:{1}:({2}):(${3}-${1}){4} with vectors nohead {5} lw {6} lc rgb {7}", a, c,
            a == b ? std::string("0") : fmt::format("${}-${}", b, a), d, of_row, dash_of(style),
            style.width, colour);
      case MarkKind::labels:
        break;
    }
    const Lettering& letters = mark.lettering;
    return fmt::format("using {}:{}:{} with labels {} offset 0,{:g} {} textcolor rgb {}{}", a, b,
                       mark.text, letters.left ? "left" : "center", -letters.below / 15,
                       font_of(letters), colour, letters.boxed ? " boxed" : "");
  }

  std::string sample_of(const LegendEntry& entry) {
    const Style& style = entry.style;
    const std::string title = text(entry.text);
    switch (entry.sample) {
      case Sample::line:
        return fmt::format("lines lw {} {} lc rgb {} title {}", style.width, dash_of(style),
                           colour_of(style), title);
      case Sample::line_and_symbol:
        return fmt::format("linespoints lw {} {} ps {} pi -1 pt {} lc rgb {} title {}", style.width,
                           dash_of(style), style.size, style.symbol, colour_of(style), title);
      case Sample::symbol:
        return fmt::format("points pt {} ps {} lw {} lc rgb {} title {}", style.symbol, style.size,
                           style.width, colour_of(style), title);
      case Sample::box:
        return fmt::format("points pt 5 ps 1.6 lc rgb {} title {}", colour_of(style), title);
      case Sample::heading:
        return fmt::format("lines lc rgb '#FFFFFFFF' title '{{/:Bold ' . {} . '}}'", title);
      case Sample::none:
        break;
    }
    return fmt::format("lines lc rgb '#FFFFFFFF' title {}", title);
  }

  void add_legend() {
    constexpr double kLine = 14.9;  // pixels
    const auto lines = static_cast<double>(chart_.legend.size());
    const double shrink = std::min(1.0, (page_.height - page_.legend_y - 10) / (kLine * lines));
    const bool has_lines = std::ranges::any_of(chart_.legend, [](const LegendEntry& entry) {
      return entry.sample == Sample::line || entry.sample == Sample::line_and_symbol;
    });
    line("");
    line("set lmargin at screen 0");
    line("set rmargin at screen 1");
    line("set tmargin at screen 1");
    line("set bmargin at screen 0");
    for (const char* part : {"title", "xlabel", "ylabel", "tics", "grid", "border", "logscale"})
      line("unset {}", part);
    line("set xrange [0:1]");
    line("set yrange [0:1]");
    line("set key {} left top Left reverse samplen {} spacing {:.3g} font ',{:.3g}' maxrows {}",
         at_screen(page_.legend_x, page_.legend_y), has_lines ? 3 : 2,
         (has_lines ? 1.1 : 1.2) * shrink, 9 * shrink, chart_.legend.size());
    std::vector<std::string> samples;
    for (const LegendEntry& entry : chart_.legend)
      samples.push_back("    keyentry with " + sample_of(entry));
    script_ += fmt::format("  plot -1 notitle, \\\n{}\n", fmt::join(samples, ", \\\n"));
  }

  const Chart& chart_;
  const PageLayout& page_;
  std::string script_;
  std::string data_;
  std::vector<std::string> texts_;
  std::string x_ticks_, x_label_;
  std::size_t series_ = 0;
};

}  // namespace

std::string first_words(std::string_view name) {
  return fmt::format("# Written by sparlab. `gnuplot {}.gp`", name);
}

GnuplotFiles gnuplot_files(const Chart& chart) { return ScriptWriter(chart).files(); }

}  // namespace sparlab::report
