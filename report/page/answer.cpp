#include "report/page/answer.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <vector>

#include "analysis/results/crossovers.hpp"
#include "analysis/results/sparse_gains.hpp"
#include "analysis/results/verdict.hpp"
#include "base/text/text_table.hpp"
#include "experiments/spec/points/engine.hpp"
#include "report/charts/algorithm_styles.hpp"
#include "report/page/html_text.hpp"

namespace sparlab::report {
namespace {

using analysis::Panel;
using experiments::Engine;

std::string tile(const std::string& number, const std::string& meaning) {
  return fmt::format("<p class=\"tile\"><b>{}</b> {}</p>\n", html_text(number), html_text(meaning));
}

std::string tiles_of(const Panel& panel, const Panel& competing) {
  std::string html;
  const Engine engine = competing.engines().back();
  const analysis::SparseGains gains = analysis::sparse_gains(competing, engine);
  if (const auto* greatest = gains.greatest()) {
    html +=
        tile(base::ratio_text(greatest->gain),
             fmt::format("of the best dense algorithm's speed, at most, at {} ({})",
                         analysis::place_text(panel.axis, greatest->position), name_of(engine)));
    html += gains.dense_from
                ? tile(analysis::place_text(panel.axis, *gains.dense_from),
                       "from here on, a dense algorithm is faster")
                : tile("sparse", fmt::format("algorithms are faster up to the largest {}",
                                             name_of(panel.axis)));
  }
  if (const auto [compared, agreed] = analysis::winner_agreement(panel); compared > 0)
    html += tile(fmt::format("{} of {}", agreed, compared),
                 "places have the same winner on all engines");
  return html;
}

/// The winners of one engine, each as wide as its part of the axis, with the place from which it
/// leads.
std::string strip_of(const Panel& panel, Engine engine,
                     const std::vector<analysis::WinnerRange>& ranges,
                     const AlgorithmStyles& styles) {
  const auto place = [](double at) { return at > 0 ? std::log(at) : 0.0; };
  std::string html = fmt::format("<div class=\"strip\"><span>{}</span>", name_of(engine));
  double begin = ranges.front().first;
  std::string from = analysis::position_text(panel.axis, begin);
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const analysis::WinnerRange& range = ranges[i];
    analysis::PanelCrossover end{.at = range.until, .lo = range.until, .hi = range.until};
    if (i + 1 < ranges.size())
      end = analysis::nearest_crossover(panel, engine, {range.algorithm, ranges[i + 1].algorithm},
                                        range.until);
    const std::string colour(styles.colour(range.algorithm));
    const double width = place(end.at) - place(begin);
    html += fmt::format(
        "<i style=\"flex:{:.4g};background:#{};color:#{}\" title=\"{} from {} {}\">{} "
        "<small>{}</small></i>",
        std::max(width, 1e-3), colour.substr(2), contrast(colour).substr(2),
        html_text(range.algorithm), name_of(panel.axis), from, html_text(range.algorithm), from);
    begin = end.at;
    from = analysis::crossover_text(panel.axis, end);
  }
  return html + "</div>\n";
}

}  // namespace

std::string answer_html(const Panel& panel) {
  const Panel competing = panel.competing();
  if (competing.series.empty()) return "";
  std::set<std::string> winners;
  std::vector<std::pair<Engine, std::vector<analysis::WinnerRange>>> strips;
  for (const Engine engine : competing.engines()) {
    std::vector<analysis::WinnerRange> ranges = analysis::winner_ranges(competing, engine);
    if (ranges.empty()) continue;
    for (const analysis::WinnerRange& range : ranges) winners.insert(range.algorithm);
    strips.emplace_back(engine, std::move(ranges));
  }
  const AlgorithmStyles styles(analysis::in_registry_order(winners));
  std::string html = "<div class=\"tiles\">" + tiles_of(panel, competing) + "</div>\n";
  for (const auto& [engine, ranges] : strips) html += strip_of(competing, engine, ranges, styles);
  if (!strips.empty())
    html += fmt::format("<div class=\"ends\"><span>{}</span><span>{}</span></div>\n",
                        analysis::place_text(panel.axis, panel.positions.front()),
                        panel.positions.size() > 1
                            ? analysis::position_text(panel.axis, panel.positions.back())
                            : std::string());
  return html;
}

}  // namespace sparlab::report
