#include "report/tables/glance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "analysis/results/leads.hpp"
#include "analysis/results/sparse_gains.hpp"
#include "analysis/results/verdict.hpp"
#include "experiments/spec/points/engine.hpp"
#include "report/tables/panel_tables.hpp"
#include "report/tables/summary_table.hpp"

namespace sparlab::report {
namespace {

using analysis::Panel;
using experiments::Engine;

constexpr std::size_t kMostPanels = 3;

Panel of_engine(Panel panel, Engine engine) {
  std::erase_if(panel.series, [&](const analysis::Series& one) { return one.engine != engine; });
  return panel;
}

/// "best sparse over best dense: 6170x to 1.01x; dense is faster from density 0.5".
std::string gains_of(const Panel& panel, Engine engine) {
  const auto [places, dense_from] = analysis::sparse_gains(panel, engine);
  if (places.empty()) return {};
  std::string text = "best sparse over best dense: " + base::ratio_text(places.front().gain);
  if (places.size() > 1) text += " to " + base::ratio_text(places.back().gain);
  return dense_from ? fmt::format("{}; dense is faster from {}", text,
                                  analysis::place_text(panel.axis, *dense_from))
                    : text;
}

void write_panel_glance(ReportWriter& report, const analysis::SweepView& sweep,
                        const Panel& panel) {
  const bool has_exact = !panel.competing().series.empty();
  const Panel ranked = has_exact ? panel.competing() : panel.approximate();
  if (ranked.series.empty()) return;
  const Engine engine = ranked.engines().back();
  const std::vector<std::string> leads = analysis::lead_sentences(of_engine(ranked, engine));
  report.paragraph(fmt::format("{}, {}: {}{}", sweep.title(), panel.title(),
                               has_exact ? "" : "of approximate algorithms, ",
                               leads.empty() ? std::string("no result") : leads.front()));
  std::string more = has_exact ? gains_of(ranked, engine) : "";
  if (const auto [compared, agreed] = analysis::winner_agreement(panel); compared > 0)
    more += fmt::format("{}engines agree on the winner at {} of {}", more.empty() ? "" : "; ",
                        agreed, compared);
  if (!more.empty()) report.item(more);
}

}  // namespace

void write_glance(ReportWriter& report, std::span<const analysis::SweepView> sweeps) {
  for (const analysis::SweepView& sweep : sweeps) {
    if (sweep.panels.size() > kMostPanels) {
      report.paragraph(sweep.title());
      report.table(wins_rows(sweep), 2);
    } else {
      for (const Panel& panel : sweep.panels) write_panel_glance(report, sweep, panel);
    }
    write_notes(report, sweep);
  }
}

}  // namespace sparlab::report
