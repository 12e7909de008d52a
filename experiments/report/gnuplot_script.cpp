#include "experiments/report/gnuplot_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace sparlab::experiments {
namespace {

bool all_powers_of_two(std::span<const double> positions) {
  return std::ranges::all_of(positions, [](double position) {
    return std::has_single_bit(static_cast<std::uint64_t>(position));
  });
}

std::string ticks(Axis axis, std::span<const double> positions) {
  constexpr std::size_t kMostTicks = 12;
  if (axis == Axis::density) return "set format x '10^{%T}'\nset mxtics 10\n";
  if (axis == Axis::universe)
    return all_powers_of_two(positions) ? "set logscale x 2\nset format x '2^{%L}'\n"
                                        : "set format x '%.0s%c'\n";
  if (positions.size() > kMostTicks) return "set logscale x 2\nset format x '%.0f'\n";
  // The default format keeps a place for a sign, which moves labels off the centre.
  return fmt::format("set format x '%.0f'\nset xtics ({})\n", fmt::join(positions, ", "));
}

}  // namespace

std::string gnuplot_text(std::string_view text) {
  const auto is_digit = [&](std::size_t i) {
    return i < text.size() && text[i] >= '0' && text[i] <= '9';
  };
  std::string result = "'";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '^' && is_digit(i + 1)) {
      result += "^{";
      while (is_digit(i + 1)) result += text[++i];
      result += '}';
      continue;
    }
    if (std::string_view("_^{}@&~\\").find(c) != std::string_view::npos) result += '\\';
    if (c == '\'') result += '\'';
    result += c == '\n' || c == '\r' ? ' ' : c;
  }
  return result + "'";
}

std::string data_block(std::string_view label, std::string_view columns,
                       const std::vector<std::vector<double>>& rows) {
  std::string text = fmt::format("# [{}]\n# {}\n", label, columns);
  for (const auto& row : rows) {
    std::vector<std::string> cells;
    for (const double value : row)
      cells.push_back(std::isfinite(value) ? fmt::format("{}", value) : "?");
    text += fmt::format("{}\n", fmt::join(cells, " "));
  }
  return text + "\n\n";
}

std::string block(std::string_view label) { return fmt::format("data index '[{}]'", label); }

std::string legend_heading(std::string_view text) {
  // A fully transparent sample leaves the text alone in its line.
  return fmt::format("keyentry with lines lc rgb '#FFFFFFFF' title '{}'",
                     text.empty() ? " " : fmt::format("{{/:Bold {}}}", text));
}

std::string legend_entry(std::string_view style, std::string_view text) {
  return fmt::format("keyentry with {} title {}", style, gnuplot_text(text));
}

std::string x_axis(Axis axis, std::span<const double> positions) {
  const double margin = std::pow(positions.back() / positions.front(), 0.035);
  return fmt::format("set logscale x\n{}set xrange [{}:{}]\n", ticks(axis, positions),
                     positions.front() / margin, positions.back() * margin);
}

std::string first_words(std::string_view name) {
  return fmt::format("# Written by sparlab. `gnuplot {}.gp`", name);
}

std::string gnuplot_script(const FigureFrame& frame, std::string_view body,
                           const std::vector<std::string>& elements) {
  return fmt::format(
      R"({first_words} in this folder draws it again; `sparlab plot` writes it
# anew, or removes it, so copy it to keep changes.
reset session
set encoding utf8
data = '{name}.dat'
set datafile missing '?'
set title {title} . "\n{{/*0.85 " . {subtitle} . '}}' offset 0,-0.3
set label 1 {note} at screen 0.012,0.042 font ',7.5' textcolor rgb '#555555'
set label 2 {engines_note} at screen 0.012,0.018 font ',7.5' textcolor rgb '#555555'
set xlabel {x_label}
set ylabel {y_label}
set bmargin 5.2
set border lw 0.8
set tics scale 0.7
set pointintervalbox 1.3
set grid xtics ytics lw 0.6 lc rgb '#DDDDDD' lt 1
set key outside right top Left reverse samplen 3 spacing 1.1 font ',9'
{body}
set terminal pngcairo size 1640,1040 font 'DejaVu Sans,10' fontscale 2 linewidth 2 pointscale 2 rounded
set output '{name}.png'
plot \
  {elements}
set terminal svg size 820,520 rounded font 'DejaVu Sans,10' background rgb 'white'
set output '{name}.svg'
replot
unset output
)",
      fmt::arg("first_words", first_words(frame.name)), fmt::arg("name", frame.name),
      fmt::arg("title", gnuplot_text(frame.title)),
      fmt::arg("subtitle", gnuplot_text(frame.subtitle)),
      fmt::arg("note", gnuplot_text(frame.note)),
      fmt::arg("engines_note", gnuplot_text(frame.engines_note)),
      fmt::arg("x_label", gnuplot_text(frame.x_label)),
      fmt::arg("y_label", gnuplot_text(frame.y_label)), fmt::arg("body", body),
      fmt::arg("elements", fmt::join(elements, ", \\\n  ")));
}

}  // namespace sparlab::experiments
