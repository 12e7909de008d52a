#include "report/tables/summary_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "analysis/results/leads.hpp"
#include "analysis/results/verdict.hpp"
#include "base/system/in_threads.hpp"
#include "base/text/text_table.hpp"
#include "experiments/spec/points/engine.hpp"
#include "inputs/sources/extrapolation.hpp"
#include "report/tables/panel_tables.hpp"
#include "report/tables/point_tables.hpp"

namespace sparlab::report {
namespace {

/// The verdicts of a sweep with more panels stand below its tables, not in the overview.
constexpr std::size_t kMostPanelsInOverview = 8;
constexpr std::size_t kDefaultTop = 3;
/// Without a request, the tables of points have at most as many rows in all.
constexpr std::size_t kMostPointRows = 150;

/// What is written of a panel.
struct PanelTables {
  std::vector<std::string> verdict;
  std::string gain;  ///< what the winners' gain is over
  TextRows winners, approximate, errors, agreement, points, links, busiest;
  CrossoverTable crossovers;
};

PanelTables tables_of(const analysis::Panel& panel, const SummaryOptions& options,
                      std::size_t top) {
  PanelTables tables;
  tables.verdict = analysis::verdict(panel, options.most_error);
  const analysis::Panel exact = panel.competing();
  if (!exact.series.empty()) {
    tables.winners = winner_rows(exact);
    tables.gain = analysis::gain_sentence(exact);
    tables.crossovers = crossover_table(exact);
  }
  tables.approximate = approximate_rows(panel, options.most_error);
  tables.errors = error_rows(panel);
  tables.agreement = agreement_rows(panel);
  if (top > 0) tables.points = point_rows(panel, top);
  tables.links = link_rows(panel, top);
  if (top > 0) tables.busiest = busiest_link_rows(panel);
  return tables;
}

void write_items(ReportWriter& report, const std::vector<std::string>& sentences) {
  for (const std::string& sentence : sentences) report.item(sentence);
}

void write_overview(ReportWriter& report, const analysis::SweepView& sweep,
                    const std::vector<PanelTables>& tables) {
  report.section(fmt::format("What wins where: {} ({})", sweep.title(), sweep.settings));
  write_notes(report, sweep);
  if (sweep.panels.size() > kMostPanelsInOverview) {
    report.table(wins_rows(sweep), 2);
    return;
  }
  for (std::size_t i = 0; i < sweep.panels.size(); ++i) {
    report.paragraph(sweep.panels[i].title());
    write_items(report, tables[i].verdict);
  }
}

void write_panel(ReportWriter& report, const PanelTables& tables) {
  report.table(tables.winners, 2);
  if (!tables.gain.empty()) report.paragraph(tables.gain);
  report.table(tables.crossovers.rows, 1);
  if (!tables.crossovers.remark.empty()) report.paragraph(tables.crossovers.remark);
  report.table(tables.approximate, 2);
  report.table(tables.errors, 1);
  report.table(tables.agreement, 1);
  report.table(tables.points, 2);
  report.table(tables.links, 2);
  report.table(tables.busiest, 1);
}

/// The algorithms of each point that fit; 0 if a table of points would be too long.
std::size_t top_of(std::span<const analysis::SweepView> sweeps, const SummaryOptions& options) {
  if (options.top) return *options.top;
  std::size_t rows = 0;
  for (const analysis::SweepView& sweep : sweeps)
    for (const analysis::Panel& panel : sweep.panels) rows += count_point_rows(panel, kDefaultTop);
  return rows > kMostPointRows ? 0 : kDefaultTop;
}

template <class Holds>
bool any_panel(std::span<const analysis::SweepView> sweeps, const Holds& holds) {
  return std::ranges::any_of(sweeps, [&](const analysis::SweepView& sweep) {
    return std::ranges::any_of(sweep.panels, holds);
  });
}

bool has_approximate(const analysis::Panel& panel) { return !panel.approximate().series.empty(); }
bool has_choosing(const analysis::Panel& panel) { return !panel.choosing().series.empty(); }
bool has_links(const analysis::Panel& panel) { return !analysis::link_uses(panel).empty(); }

void write_legend(ReportWriter& report, std::span<const analysis::SweepView> sweeps,
                  const SummaryOptions& options, std::size_t top, const CrossoverMarks& marks) {
  report.section("Legend");
  report.item(
      "winner: the fastest, and in rows below it all that tie with it; each number is that of the "
      "algorithm in its row");
  report.item(
      "lead: time of the fastest other one over its own (tie: equal times; ~: 95 % intervals "
      "overlap)");
  report.item(
      "gain: time of the best dense algorithm that ran over its own (a line below names it); ?: "
      "others "
      "lack a result there");
  if (top > 0)
    report.item(
        "ratio: time over the best exact time of the engine at that point; GB/s: bytes of the "
        "dense "
        "vector over time (algbw of nccl-tests)");
  if (any_panel(sweeps, has_choosing))
    report.item("chooses: it runs one of the other exact algorithms, so it is no winner");
  if (top == 0) {
    report.item("the algorithms at each point are not listed: sparlab table DIR does that");
  } else if (top < kAllAlgorithms) {
    report.item(
        fmt::format("listed at each point: of each engine the {} fastest, and the best dense one; "
                    "sparlab table DIR lists all",
                    top));
  }
  if (any_panel(sweeps, has_links))
    report.item(
        "links: bytes of one call that passed the links of a class; utilisation is what passed "
        "over "
        "what could pass in the time, the mean over the links and that of the busiest (most)");
  if (any_panel(sweeps, has_approximate)) {
    report.item(
        "winners, crossovers and gain: among exact algorithms; approximate ones, whose result "
        "differs, stand apart");
    report.item(fmt::format(
        "error_l2: relative error of the result; those above {} are not listed as fastest "
        "(--max-error)",
        base::short_number(options.most_error)));
    report.item("mass lost: share of the input in no result and no residual");
  }
  for (const std::string& line : legend_of(marks)) report.item("crossovers: " + line);
}

}  // namespace

void write_notes(ReportWriter& report, const analysis::SweepView& sweep) {
  for (const experiments::Record* record : sweep.failed) {
    const experiments::Point& point = record->point;
    report.paragraph(fmt::format("CHECK FAILED, left out: {} {} P={} N={} density={}: {}",
                                 name_of(point.engine), point.algorithm.spec(), point.ranks,
                                 point.universe, point.density, record->check.detail));
  }
  for (const auto& [ranks, recorded] : sweep.extrapolated)
    report.paragraph(inputs::extrapolation_text(fmt::format("P = {}", ranks), recorded));
  if (sweep.superseded > 0)
    report.paragraph(
        fmt::format("{} older records of the same places are superseded", sweep.superseded));
}

void write_summary(ReportWriter& report, std::span<const analysis::SweepView> sweeps,
                   const SummaryOptions& options) {
  const std::size_t top = top_of(sweeps, options);
  std::vector<std::vector<PanelTables>> tables(sweeps.size());
  for (std::size_t i = 0; i < sweeps.size(); ++i) {
    const std::vector<analysis::Panel>& panels = sweeps[i].panels;
    tables[i].resize(panels.size());
    base::in_threads(panels.size(),
                     [&](std::size_t j) { tables[i][j] = tables_of(panels[j], options, top); });
  }
  for (std::size_t i = 0; i < sweeps.size(); ++i) write_overview(report, sweeps[i], tables[i]);
  CrossoverMarks marks;
  for (std::size_t i = 0; i < sweeps.size(); ++i)
    for (std::size_t j = 0; j < sweeps[i].panels.size(); ++j) {
      report.subsection(fmt::format("{}: {}", sweeps[i].title(), sweeps[i].panels[j].title()));
      write_panel(report, tables[i][j]);
      marks.merge(tables[i][j].crossovers.marks);
      if (sweeps[i].panels.size() > kMostPanelsInOverview)
        write_items(report, tables[i][j].verdict);
    }
  write_legend(report, sweeps, options, top, marks);
}

}  // namespace sparlab::report
