#include "report/tables/glance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "analysis/results/leads.hpp"
#include "analysis/results/standing.hpp"
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
  std::vector<double> gains;
  std::optional<double> dense_from;
  for (const double position : panel.positions) {
    const auto standing = analysis::standing_at(panel, engine, position);
    if (!standing || standing->best_sparse == nullptr) continue;
    const auto gain = standing->gain(*standing->best_sparse);
    if (!gain) continue;
    gains.push_back(*gain);
    if (*gain >= 1) dense_from.reset();
    if (*gain < 1 && !dense_from) dense_from = position;
  }
  if (gains.empty()) return {};
  std::string text = "best sparse over best dense: " + base::ratio_text(gains.front());
  if (gains.size() > 1) text += " to " + base::ratio_text(gains.back());
  return dense_from ? fmt::format("{}; dense is faster from {}", text,
                                  analysis::place_text(panel.axis, *dense_from))
                    : text;
}

/// "engines agree on the winner at 10 of 11"; empty for one engine.
std::string agreement_of(const Panel& panel) {
  const std::vector<Engine> engines = panel.engines();
  if (engines.size() < 2) return {};
  std::size_t common = 0;
  std::size_t agreed = 0;
  for (const double position : panel.positions) {
    std::vector<analysis::Standing> standings;
    for (const Engine engine : engines) {
      if (!analysis::Coverage(panel, engine).can_judge(position)) break;
      standings.push_back(*analysis::standing_at(panel, engine, position));
    }
    if (standings.size() < engines.size()) continue;
    ++common;
    agreed += std::ranges::any_of(standings[0].leaders, [&](const experiments::Record* leader) {
      return std::ranges::all_of(standings, [&](const analysis::Standing& standing) {
        return standing.leads(leader->point.algorithm.spec());
      });
    });
  }
  if (common == 0) return {};
  return fmt::format("engines agree on the winner at {} of {}", agreed, common);
}

void write_panel_glance(ReportWriter& report, const analysis::SweepView& sweep,
                        const Panel& panel) {
  const Panel exact = panel.competing();
  if (exact.series.empty()) return;
  const Engine engine = exact.engines().back();
  const std::vector<std::string> leads = analysis::lead_sentences(of_engine(exact, engine));
  report.paragraph(fmt::format("{}, {}: {}", sweep.title(), panel.title(),
                               leads.empty() ? std::string("no result") : leads.front()));
  std::string more = gains_of(exact, engine);
  const std::string agreement = agreement_of(exact);
  if (!more.empty() && !agreement.empty()) more += "; ";
  if (const std::string all = more + agreement; !all.empty()) report.item(all);
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
