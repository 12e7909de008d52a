#include "experiments/report/tables/summary_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "experiments/points/engine.hpp"
#include "experiments/report/analysis/sweep_views.hpp"
#include "experiments/report/analysis/verdict.hpp"
#include "experiments/report/tables/comparison_tables.hpp"
#include "experiments/report/tables/leader_tables.hpp"
#include "experiments/system/in_threads.hpp"
#include "experiments/text/text_table.hpp"

namespace sparlab::experiments {
namespace {

constexpr std::size_t kWidth = 118;
constexpr std::size_t kIndent = 2;

void print_rows(std::ostream& stream, const std::vector<std::vector<std::string>>& rows) {
  if (rows.empty()) return;
  stream << '\n';
  print_columns(stream, rows, {.indent = kIndent});
}

CrossoverMarks print_panel(std::ostream& stream, const Panel& panel, double most_error) {
  stream << '\n' << panel.fixed_text();
  if (const auto sharing = processor_sharing(panel)) stream << "; " << sharing->text();
  stream << '\n';
  const Panel exact = panel.exact();
  CrossoverTable crossovers;
  if (!exact.series.empty()) {
    print_columns(stream, winner_rows(exact), {.indent = kIndent});
    crossovers = crossover_table(exact);
    print_rows(stream, crossovers.rows);
    if (!crossovers.remark.empty()) print_wrapped(stream, crossovers.remark, kIndent, kWidth);
  }
  print_rows(stream, approximate_rows(panel, most_error));
  print_rows(stream, error_rows(panel));
  print_rows(stream, agreement_rows(panel));
  stream << "\n  verdict\n";
  for (const std::string& sentence : verdict(panel, most_error))
    print_wrapped(stream, sentence, 2 * kIndent, kWidth);
  return crossovers.marks;
}

void print_notes(std::ostream& stream, const SweepView& sweep) {
  for (const Record* record : sweep.failed) {
    const Point& point = record->point;
    print_wrapped(stream,
                  fmt::format("CHECK FAILED, left out: {} {} P={} N={} density={}: {}",
                              name_of(point.engine), point.algorithm.spec(), point.ranks,
                              point.universe, point.density, record->check.detail),
                  0, kWidth);
  }
  for (const auto& [ranks, recorded] : sweep.extrapolated)
    stream << fmt::format(
        "P = {}: extrapolated, the input has data for {} ranks (sparlab fill-in shows how well)\n",
        ranks, recorded);
  if (sweep.superseded > 0)
    stream << fmt::format("{} older records of the same places are superseded\n", sweep.superseded);
}

bool has_approximate(const SweepView& sweep) {
  return std::ranges::any_of(
      sweep.panels, [](const Panel& panel) { return !panel.approximate().series.empty(); });
}

}  // namespace

void print_summary_table(std::ostream& stream, std::span<const SweepView> sweeps,
                         double most_error) {
  std::ostringstream tables;
  CrossoverMarks marks;
  for (const SweepView& sweep : sweeps) {
    tables << '\n' << sweep.title() << " (" << sweep.settings << ")\n";
    print_notes(tables, sweep);
    std::vector<std::string> texts(sweep.panels.size());
    std::vector<CrossoverMarks> marks_of(sweep.panels.size());
    in_threads(sweep.panels.size(), [&](std::size_t i) {
      std::ostringstream text;
      marks_of[i] = print_panel(text, sweep.panels[i], most_error);
      texts[i] = text.str();
    });
    for (const std::string& text : texts) tables << text;
    for (const CrossoverMarks& of_panel : marks_of) marks |= of_panel;
  }
  stream
      << "winner: the fastest, and in rows below it all that tie with it; each number is that of "
         "the algorithm in its row\n"
         "  lead: time of the fastest other one over its own (tie: equal times; ~: 95 % intervals "
         "overlap)\n"
         "  gain: best dense time over its own; ?: others lack a result there\n";
  if (std::ranges::any_of(sweeps, has_approximate))
    stream << fmt::format(
        "winners, crossovers and gain: among exact algorithms; approximate ones, whose result "
        "differs, stand apart\n"
        "  error_l2: relative error of the result; those above {} are not listed as fastest "
        "(--max-error)\n"
        "  mass lost: share of the input in no result and no residual\n",
        short_number(most_error));
  const std::vector<std::string> legend = marks.legend();
  if (!legend.empty()) stream << "in the tables of crossovers\n";
  for (const std::string& line : legend) stream << "  " << line << '\n';
  stream << tables.str();
}

}  // namespace sparlab::experiments
